package report

import (
	"cmp"
	"slices"
	"strings"
)

// A diffLine is a line of a difference: ' ', '-' or '+' and its text; '~' for
// lines that are left out.
type diffLine struct {
	Kind string
	Text string
}

const diffContext = 2 // lines around each change

// diff shows what a fix does to one file; nil where that cannot be told.
func (r *Report) diff(file string, edits []Edit) []diffLine {
	old := r.source(file).text
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(old) {
			return nil
		}
		b.Write(old[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.Write(old[at:])
	return compare(strings.Split(string(old), "\n"), strings.Split(b.String(), "\n"))
}

// compare lists what differs between two texts, with a few lines around it.
func compare(a, b []string) []diffLine {
	before, after := 0, 0
	for before < len(a) && before < len(b) && a[before] == b[before] {
		before++
	}
	for after < len(a)-before && after < len(b)-before && a[len(a)-1-after] == b[len(b)-1-after] {
		after++
	}
	var all []diffLine
	for _, line := range a[:before] {
		all = append(all, diffLine{" ", line})
	}
	all = append(all, script(a[before:len(a)-after], b[before:len(b)-after])...)
	for _, line := range a[len(a)-after:] {
		all = append(all, diffLine{" ", line})
	}
	near := make([]bool, len(all))
	for i, line := range all {
		if line.Kind == " " {
			continue
		}
		for j := max(0, i-diffContext); j <= min(len(all)-1, i+diffContext); j++ {
			near[j] = true
		}
	}
	var out []diffLine
	for i, line := range all {
		switch {
		case near[i]:
			out = append(out, line)
		case len(out) > 0 && out[len(out)-1].Kind != "~":
			out = append(out, diffLine{"~", "…"})
		}
	}
	if n := len(out); n > 0 && out[n-1].Kind == "~" {
		out = out[:n-1]
	}
	return out
}

// mostPairs is how many pairs of lines script compares at most.
const mostPairs = 1 << 20

// script is the shortest way from one text to the other; where that would take
// long, the one goes and the other comes.
func script(a, b []string) []diffLine {
	var out []diffLine
	if len(a)*len(b) > mostPairs {
		for _, line := range a {
			out = append(out, diffLine{"-", line})
		}
		for _, line := range b {
			out = append(out, diffLine{"+", line})
		}
		return out
	}
	// common[i][j] is how many lines a[i:] and b[j:] have in common.
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, diffLine{" ", a[i]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			out = append(out, diffLine{"-", a[i]})
			i++
		default:
			out = append(out, diffLine{"+", b[j]})
			j++
		}
	}
	return out
}
