package omitted

import (
	"context"
	"time"

	"example.com/testdata/helpers/chosen"
)

func expiries(ctx context.Context, s *chosen.Store, id string, d time.Duration, some []time.Duration) {
	_ = s.Set(ctx, "a:"+id, 1)    // want `missingttl: SET of "a:\*" has no expiry`
	_ = s.Set(ctx, "a:"+id, 1, 0) // want `missingttl: SET of "a:\*" has no expiry`
	_ = s.Set(ctx, "a:"+id, 1, d)
	_ = s.Set(ctx, "a:"+id, 1, time.Minute)
	_ = s.Set(ctx, "a:"+id, 1, some...)

	_ = s.SetSeconds(ctx, "b:"+id, 1)
	_ = s.SetSeconds(ctx, "b:"+id, 1, 0) // want `missingttl: SET of "b:\*" has no expiry`
	_ = s.SetSeconds(ctx, "b:"+id, 1, 60)

	_ = s.Handed(ctx, id, 1) // want `missingttl: SET of "h:\*" has no expiry`
	_ = s.Handed(ctx, id, 1, d)
	_ = s.Handed(ctx, id, 1, some...)
}
