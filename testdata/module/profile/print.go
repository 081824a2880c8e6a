package profile

import (
	"context"
	"fmt"
	"log"
)

func Print(ctx context.Context, r *Repo) {
	street, err := r.Street(ctx, "1")
	if err != nil {
		log.Print(err)
		return
	}
	fmt.Println(street)
}
