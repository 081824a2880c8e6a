package config

import "testing"

func TestWrapperPackage(t *testing.T) {
	for name, want := range map[string]string{
		"(example.com/app/cache.Store).Put":  "example.com/app/cache",
		"(*example.com/app/cache.Store).Put": "example.com/app/cache",
		"example.com/app/cache.Put":          "example.com/app/cache",
		"gopkg.in/cache.v3.Put":              "gopkg.in/cache.v3",
		"(gopkg.in/cache.v3.Store).Put":      "gopkg.in/cache.v3",
		"cache.Put":                          "cache",
		"":                                   "",
	} {
		if got := (Wrapper{Func: name}).Package(); got != want {
			t.Errorf("package of %q: %q, want %q", name, got, want)
		}
	}
}
