// Package leakedclient defines an Analyzer that reports clients, connections
// and subscriptions that are not closed.
//
// # Analyzer leakedclient
//
// leakedclient: report a client made per request, a Conn or a subscription that is not closed on some way out of the function
//
// Reported, where it is made, is what some path of the function leaves open: a
// client of a function that serves a request or runs in a loop; a Conn; and the
// PubSub of Subscribe, PSubscribe and SSubscribe, most often on the way out
// after Receive has failed.
//
// Tier: risk
// Since: v0.1.0
// Fix: defer its Close, where nothing in the function closes it
//
// # Why
//
// Every client has a pool of connections of its own, and nothing but Close ends
// them. A Conn takes a connection out of its client's pool at its first command,
// and a pool that has lost all of them answers "connection pool timeout". A
// PubSub has a connection that counts in no pool; it stays subscribed, and the
// server fills its buffer for nobody. Neither a context that is done nor the
// garbage collector closes any of them.
//
// # Bad
//
//	ps := rdb.Subscribe(ctx, "orders")
//	if _, err := ps.Receive(ctx); err != nil {
//		return err
//	}
//	defer ps.Close()
//
// # Good
//
//	ps := rdb.Subscribe(ctx, "orders")
//	defer ps.Close()
//	if _, err := ps.Receive(ctx); err != nil {
//		return err
//	}
//
// # Deliberately not flagged
//
//   - Clients of a package, of main, and those that a constructor returns or
//     stores, also when a step in between fails.
//   - What is stored, returned, sent, captured by a function literal, or given to
//     a function that closes or keeps it, or whose body is not in sight.
//   - Subscriptions for the life of the process: an endless loop over Channel,
//     one that ends when the subscription is closed, a goroutine that has it, and
//     what main, or a function that main alone calls once, leaves open.
//   - Ways out that end the program: os.Exit, log.Fatal, panic.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package leakedclient
