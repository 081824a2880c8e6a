module github.com/redislint/redislint/e2e/cli

go 1.25.0

require (
	github.com/owenrumney/go-sarif/v3 v3.3.1
	github.com/redislint/redislint v0.0.0
	github.com/rogpeppe/go-internal v1.13.1
	github.com/xeipuuv/gojsonschema v1.2.0
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/tools v0.47.0
)

require (
	github.com/xeipuuv/gojsonpointer v0.0.0-20180127040702-4e3ac2762d5f // indirect
	github.com/xeipuuv/gojsonreference v0.0.0-20180127040603-bd5ef7bd5415 // indirect
	github.com/yuin/gopher-lua v1.1.2 // indirect
	golang.org/x/mod v0.37.0 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/sys v0.46.0 // indirect
)

replace github.com/redislint/redislint => ../..
