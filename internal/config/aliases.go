package config

// aliases holds the rules that had another name once: the old name, and the
// one that it has now. Old names stay valid in -rules, in settings files and
// in directives.
var aliases = map[string]string{}
