package keyexpr

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestSprintf(t *testing.T) {
	tests := []struct {
		format    string
		args      []Key
		canonical string
	}{
		{"", nil, `""`},
		{"plain", nil, `"plain"`},
		{"100%%", nil, `"100%"`},
		{"%5%", nil, `"%"`},
		{"user:%s:%d", []Key{id, name}, `"user:"+p0+":"+p1`},
		{"%v%v", []Key{Lit("a"), Lit("b")}, `"ab"`},
		{"{user:%s}:cart", []Key{id}, `"{user:"+p0+"}:cart"`},
		{"%s", []Key{seq("a:", id)}, `"a:"+p0`},
		{"%t", []Key{value}, `v"x"`},
		{"%0s%-d", []Key{id, name}, `p0+p1`},
		{"%s", []Key{anon}, ""},
		{"%5s", []Key{anon}, ""},
		{"%T", []Key{id}, ""},
		{"%p", []Key{id}, ""},
		{"%T", []Key{Lit("5")}, ""},

		{"%[2]s:%[1]s", []Key{id, name}, `p1+":"+p0`},
		{"%[1]s:%[1]s", []Key{id}, `p0+":"+p0`},
		{"%[2]s:%s", []Key{id, name, value}, `p1+":"+v"x"`},
		{"%[1]s", []Key{id, name}, `p0`}, // an index ends the count
		{"%6.2[1]f", []Key{id}, `fmt(%6.2f;p0)`},

		{"%05d", []Key{id}, `fmt(%05d;p0)`},
		{"%-8s", []Key{id}, `fmt(%-8s;p0)`},
		{"%+0-0+8d", []Key{id}, `fmt(%+-08d;p0)`},
		{"%.s", []Key{id}, `fmt(%.0s;p0)`},
		{"%q", []Key{seq("a", id)}, `fmt(%q;"a"+p0)`},
		{"%x", []Key{id}, `fmt(%x;p0)`},
		{"%+v", []Key{id}, `fmt(%+v;p0)`},

		{"%05d", []Key{Lit("7")}, `"00007"`},
		{"%x", []Key{Lit("lock")}, `"6c6f636b"`},
		{"%q", []Key{Lit("lock")}, `"\"lock\""`},
		{"%8v|", []Key{Lit("7")}, `"       7|"`},
		{"%c", []Key{Lit("97")}, `"a"`},
		{"%.1f", []Key{Lit("0.25")}, `"0.2"`},
		{"%t", []Key{Lit("true")}, `"true"`},
		{"%s", []Key{Lit("")}, `""`},
		{"%5s", []Key{Lit("")}, `"     "`},
		{"%x", []Key{Lit("255")}, ""}, // a string and an integer differ
		{"%q", []Key{Lit("255")}, ""},
		{"%#v", []Key{Lit("5")}, ""},
		{"%.30f", []Key{Lit("0.1")}, ""}, // float64 and float32 differ
	}
	for _, tt := range tests {
		got, ok := Sprintf(tt.format, tt.args)
		if !ok || got.Canonical() != tt.canonical {
			t.Errorf("Sprintf(%q) = %s, %v, want %s", tt.format, got.Canonical(), ok, tt.canonical)
		}
		checkNormal(t, got)
	}
}

func TestSprintfUnknown(t *testing.T) {
	tests := []struct {
		format string
		args   []Key
	}{
		{"%s", nil},
		{"%s%s", []Key{id}},
		{"a", []Key{id}},
		{"%s", []Key{id, name}},
		{"%", nil},
		{"%5", []Key{id}},
		{"%.", []Key{id}},
		{"%!", []Key{id}},
		{"%y", []Key{id}},
		{"%w", []Key{id}},
		{"%é", []Key{id}},
		{"%*d", []Key{Lit("5"), id}},
		{"%.*f", []Key{Lit("5"), id}},
		{"%[1]*d", []Key{Lit("5"), id}},
		{"%[3]s", []Key{id, name}},
		{"%[0]s", []Key{id}},
		{"%[-1]s", []Key{id}},
		{"%[]s", []Key{id}},
		{"%[x]s", []Key{id}},
		{"%[1s", []Key{id}},
		{"%[1]", []Key{id}},
		{"%[1]5d", []Key{id}},
		{"%[1]%", []Key{id}},
		{"%[99999999999999999999]s", []Key{id}},
		{"%1000000d", []Key{id}},
		{"%.99999999999999999999f", []Key{id}},
		{"%d", []Key{Lit("abc")}},
		{"%d", []Key{Lit("1.5")}},
		{"%05d", []Key{Lit("abc")}},
		{"%t", []Key{Lit("5")}},
		{"%f", []Key{Lit("abc")}},
	}
	for _, tt := range tests {
		if got, ok := Sprintf(tt.format, tt.args); ok {
			t.Errorf("Sprintf(%q) = %s, want unknown", tt.format, got.Canonical())
		}
	}
}

// globOf returns a glob that matches exactly the texts of k, with anything in
// its holes.
func globOf(k Key) string {
	var b strings.Builder
	for _, p := range k.Parts {
		if p.Hole != nil {
			b.WriteByte('*')
			continue // anything
		}
		b.WriteString(strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`).Replace(p.Text))
	}
	return b.String()
}

// indexedPercent is an index, well-formed or not, before a percent sign: fmt
// prints that sign, but what it then takes for the next argument is not worth
// knowing.
var indexedPercent = regexp.MustCompile(`%[^a-zA-Z%]*\[[^%]*%`)

func FuzzSprintf(f *testing.F) {
	for _, format := range []string{"%s:%d", "%[2]d%[1]q", "%05[2]d", "%% %x", "%-8s|%+d", "%v%v", "%6.2f%s", "%[1]*d", "%#x%t", "%", "%[2]s%!", "% .3[1]x", "%.0[2]d%[1]T"} {
		f.Add(format, "lock", int64(7), 1.5, true)
		f.Add(format, "42", int64(-1), 1e21, false)
	}
	f.Fuzz(func(t *testing.T, format, s string, n int64, x float64, yes bool) {
		if strings.Contains(s, "%!") {
			return // looks like a complaint of fmt
		}
		values := []any{s, n, x, yes}
		args := []Key{Lit(s), Lit(strconv.FormatInt(n, 10)), Lit(fmt.Sprint(x)), Lit(fmt.Sprint(yes))}
		for take := range len(args) + 1 {
			want := fmt.Sprintf(format, values[:take]...)
			got, ok := Sprintf(format, args[:take])
			checkNormal(t, got)
			switch {
			case strings.Contains(want, "%!"):
				// fmt complains, or the format spells a complaint itself. Sprintf
				// may take the constant for another kind that suits the verb.
			case !ok:
				if !strings.Contains(format, "*") && !wide(format) && !indexedPercent.MatchString(format) {
					t.Errorf("Sprintf(%q, %q…) is unknown, fmt prints %q", format, values[:take], want)
				}
			default:
				if text, isConst := got.Const(); isConst && text != want {
					t.Errorf("Sprintf(%q, %q…) = %q, fmt prints %q", format, values[:take], text, want)
				}
				// A hole may hold a star or stand for one, which Match keeps for
				// itself.
				if !strings.Contains(want, "*") && !Match(globOf(got), want) {
					t.Errorf("Sprintf(%q, %q…) = %v, fmt prints %q", format, values[:take], got, want)
				}
			}
			// With holes for arguments, filling them gives what constants give.
			holes := make([]Key, take)
			for i := range holes {
				holes[i] = Of(Hole{Kind: Param, Index: i})
			}
			if open, okOpen := Sprintf(format, holes); okOpen && ok {
				filled := open.Subst(fill(args...))
				if filled.Canonical() != got.Canonical() {
					t.Errorf("%q: filled gives %s, constants give %s", format, filled.Canonical(), got.Canonical())
				}
			}
		}
	})
}

// wide reports whether the format has a number that maxWidth refuses.
func wide(format string) bool {
	digits := 0
	for _, c := range format {
		if c < '0' || c > '9' {
			digits = 0
		} else if digits++; digits > 3 {
			return true
		}
	}
	return false
}
