package structs

import (
	"context"
	"time"

	"example.com/testdata/helpers/chosen"
)

func structs(ctx context.Context, s *chosen.Store, id string, d time.Duration) {
	_ = s.Put(ctx, "c:"+id, 1, chosen.Options{})                              // want `missingttl: SET of "c:\*" has no expiry`
	_ = s.Put(ctx, "c:"+id, 1, chosen.Options{Expiry: chosen.Expiry{TTL: 0}}) // want `missingttl: SET of "c:\*" has no expiry`
	_ = s.Put(ctx, "c:"+id, 1, chosen.Options{Expiry: chosen.Expiry{TTL: d}})
	_ = s.Put(ctx, "lock:c:"+id, 1, chosen.Options{NX: true, Expiry: chosen.Expiry{TTL: d}})
	set, bare := chosen.Options{}, chosen.Options{}
	set.Expiry.TTL = d
	_ = s.Put(ctx, "c:"+id, 1, set)
	_ = s.Put(ctx, "c:"+id, 1, bare) // want `missingttl: SET of "c:\*" has no expiry`

	_ = s.Optional(ctx, "d:"+id, 1)                           // want `missingttl: SET of "d:\*" has no expiry`
	_ = s.Optional(ctx, "d:"+id, 1, chosen.Options{NX: true}) // want `missingttl: SET of "d:\*" has no expiry`
	_ = s.Optional(ctx, "d:"+id, 1, chosen.Options{Expiry: chosen.Expiry{TTL: d}})

	_ = s.Pointed(ctx, "e:"+id, 1, nil) // want `missingttl: SET of "e:\*" has no expiry`
	_ = s.Pointed(ctx, "e:"+id, 1, &chosen.Expiry{TTL: d})
}
