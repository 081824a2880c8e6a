package umbrella

import "testing"

//redislint:ignore nope
func Test(t *testing.T) {}
