// Package scope is what all names begin with. It knows nothing of Redis.
package scope

// App is in front of the name.
func App(name string) string { return "shop:" + name }
