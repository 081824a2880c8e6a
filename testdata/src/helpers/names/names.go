// Package names makes keys. It knows nothing of Redis.
package names

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/testdata/helpers/names/scope"
)

// A Cart has keys of its own.
type Cart struct{ ID int64 }

// Items and Total are on one slot.
func (c Cart) Items() string { return fmt.Sprintf("{cart:%d}:items", c.ID) }

func (c *Cart) Total() string { return "{cart:" + strconv.FormatInt(c.ID, 10) + "}:total" }

// Owner is anywhere.
func (c Cart) Owner() string { return "cart:" + strconv.FormatInt(c.ID, 10) + ":owner" }

// Seat is a name of its own.
type Seat string

func (s Seat) String() string { return "seat:" + string(s) }

// Hold is the lock of a seat.
func Hold(hall, seat string) string {
	var b strings.Builder
	b.WriteString("lock:")
	b.WriteString(hall)
	b.WriteByte(':')
	b.WriteString(seat)
	return b.String()
}

// Settings is made of what another package makes.
func Settings(user string) string { return scope.App("settings:" + user) }

// Either is one of two.
func Either(old bool, id string) string {
	if old {
		return "v1:session:" + id
	}
	return "v2:session:" + id
}

// Next is another one each time.
func Next() string {
	counter++
	return "next:" + strconv.Itoa(counter)
}

var counter int
