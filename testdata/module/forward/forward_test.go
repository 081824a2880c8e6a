package forward

import "testing"

func TestTested(t *testing.T) {
	if _, err := New(nil).Tested(t.Context(), "*"); err == nil {
		t.Error("no error without a server")
	}
}
