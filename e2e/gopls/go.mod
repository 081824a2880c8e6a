module github.com/redislint/redislint/e2e/gopls

go 1.26.0

require (
	github.com/redislint/redislint v0.0.0
	github.com/sourcegraph/jsonrpc2 v0.2.3
	golang.org/x/tools v0.47.0
)

replace github.com/redislint/redislint => ../..
