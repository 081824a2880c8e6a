module github.com/redislint/redislint/e2e/gopls

go 1.26.0

require (
	github.com/redislint/redislint v0.0.0
	github.com/sourcegraph/jsonrpc2 v0.2.3
	golang.org/x/tools v0.47.0
)

require (
	github.com/yuin/gopher-lua v1.1.2 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
)

replace github.com/redislint/redislint => ../..
