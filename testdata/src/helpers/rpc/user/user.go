// Package user uses a declared wrapper whose package imports no client.
package user

import (
	"time"

	"example.com/testdata/helpers/rpc"
)

func uses(c *rpc.Cache, id string) {
	c.Put("w:"+id, 1, 0) // want `missingttl: SET of "w:\*" has no expiry`
	c.Put("w:"+id, 1, time.Minute)
}
