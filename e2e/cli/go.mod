module github.com/redislint/redislint/e2e/cli

go 1.25.0

require (
	github.com/redislint/redislint v0.0.0
	github.com/rogpeppe/go-internal v1.13.1
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/tools v0.47.0
)

require (
	github.com/yuin/gopher-lua v1.1.2 // indirect
	golang.org/x/mod v0.37.0 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/sys v0.46.0 // indirect
)

replace github.com/redislint/redislint => ../..
