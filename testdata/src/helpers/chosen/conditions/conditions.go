package conditions

import (
	"context"
	"time"

	"example.com/testdata/helpers/chosen"
)

func conditions(ctx context.Context, s *chosen.Store, id string, d time.Duration, b bool) {
	_ = s.AtLeast(ctx, "f:"+id, 1, 0)  // want `missingttl: SET of "f:\*" has no expiry`
	_ = s.AtLeast(ctx, "f:"+id, 1, -1) // want `missingttl: SET of "f:\*" has no expiry`
	_ = s.AtLeast(ctx, "f:"+id, 1, d)
	_ = s.AtLeast(ctx, "f:"+id, 1, time.Minute)

	_ = s.Default(ctx, "g:"+id, 1, 0)
	_ = s.Default(ctx, "g:"+id, 1, -1)
	_ = s.Default(ctx, "g:"+id, 1, time.Hour)

	_ = s.Keep(ctx, "i:"+id, 1, time.Hour, true) // want `missingttl: SET of "i:\*" has no expiry`
	_ = s.Keep(ctx, "i:"+id, 1, 0, false)        // want `missingttl: SET of "i:\*" has no expiry`
	_ = s.Keep(ctx, "i:"+id, 1, time.Hour, false)
	_ = s.Keep(ctx, "i:"+id, 1, time.Hour, b)
	_ = s.Keep(ctx, "i:"+id, 1, d, true)

	_ = s.Refused(ctx, "j:"+id, 1, 0, true)
	_ = s.Refused(ctx, "j:"+id, 1, time.Hour, false)

	_ = s.Raised(ctx, "k:"+id, 1, 0, d)
	_ = s.Adjusted(ctx, "l:"+id, 1, 0)

	_, _ = s.First(ctx, "m:*")     // want `keyscommand: KEYS "m:\*" walks`
	_, _ = s.First(ctx, "m:*", id) // want `keyscommand: KEYS "m:\*" walks`
}
