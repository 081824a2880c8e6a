package client_test

import (
	"testing"

	"github.com/redislint/redislint/internal/client"
)

func TestAtLeast(t *testing.T) {
	for _, tt := range []struct {
		r            client.Release
		major, minor int
		yes, known   bool
	}{
		{client.Release{}, 9, 0, false, false},
		{client.Release{Major: 8, Minor: 11, Exact: true}, 9, 0, false, true},
		{client.Release{Major: 9}, 8, 11, true, true},
		{client.Release{Major: 9}, 9, 0, true, true},
		{client.Release{Major: 9}, 9, 1, false, false},
		{client.Release{Major: 9, Minor: 11}, 9, 11, true, true},
		{client.Release{Major: 9, Minor: 11}, 9, 17, false, false},
		{client.Release{Major: 9, Minor: 11, Exact: true}, 9, 17, false, true},
		{client.Release{Major: 9, Minor: 17, Patch: 3, Exact: true}, 9, 17, true, true},
	} {
		if yes, known := tt.r.AtLeast(tt.major, tt.minor); yes != tt.yes || known != tt.known {
			t.Errorf("%+v.AtLeast(%d, %d) = %t, %t; want %t, %t", tt.r, tt.major, tt.minor, yes, known, tt.yes, tt.known)
		}
	}
}
