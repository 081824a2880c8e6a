package fix

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
)

// compareAndDeleteScript deletes a key only while it holds the caller's token.
const compareAndDeleteScript = "`if redis.call(\"GET\", KEYS[1]) == ARGV[1] then return redis.call(\"DEL\", KEYS[1]) end return 0`"

// CompareAndDelete turns x.Del(…, key) into x.Eval(…, script, []string{key}, token).
// The call's receiver and a leading context stay as they are; nil when the call
// is not of that form.
func CompareAndDelete(call *ast.CallExpr, key ast.Expr, token string) *analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Del" && sel.Sel.Name != "Unlink" || key == nil || len(call.Args) == 0 || call.Ellipsis.IsValid() || call.Args[len(call.Args)-1] != key {
		return nil
	}
	return &analysis.SuggestedFix{
		Message: "Compare the token and delete in one script",
		TextEdits: []analysis.TextEdit{
			Replace(sel.Sel.Pos(), sel.Sel.End(), "Eval"),
			Replace(key.Pos(), key.End(), fmt.Sprintf("%s, []string{%s}, %s", compareAndDeleteScript, Text(key), token)),
		},
	}
}

// DelEx turns x.Del(…, key) into x.DelExArgs(…, key, lib.DelExArgs{…}), which
// compares by itself from Redis 8.4 on; nil when the call is not of that form.
func DelEx(call *ast.CallExpr, key ast.Expr, lib, token string) *analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Del" && sel.Sel.Name != "Unlink" || lib == "" || key == nil || len(call.Args) != 2 || call.Ellipsis.IsValid() || call.Args[1] != key {
		return nil
	}
	return &analysis.SuggestedFix{
		Message: "Compare the token and delete in one DELEX",
		TextEdits: []analysis.TextEdit{
			Replace(sel.Sel.Pos(), sel.Sel.End(), "DelExArgs"),
			Replace(key.End(), key.End(), fmt.Sprintf(`, %s.DelExArgs{Mode: "IFEQ", MatchValue: %s}`, lib, token)),
		},
	}
}

// SetIfEqual turns x.Expire(ctx, key, ttl) into x.SetIFEQ(ctx, key, token,
// token, ttl), which writes the token again, with a new expiry, only while it is
// there (Redis 8.4); nil when the call is not of that form.
func SetIfEqual(call *ast.CallExpr, key ast.Expr, token string) *analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || key == nil || len(call.Args) != 3 || call.Args[1] != key {
		return nil
	}
	return &analysis.SuggestedFix{
		Message: "Compare the token and renew in one SET IFEQ",
		TextEdits: []analysis.TextEdit{
			Replace(sel.Sel.Pos(), sel.Sel.End(), "SetIFEQ"),
			Replace(key.End(), key.End(), fmt.Sprintf(", %s, %s", token, token)),
		},
	}
}

// compareAndExpireScript renews a key only while it holds the caller's token.
const compareAndExpireScript = "`if redis.call(\"GET\", KEYS[1]) == ARGV[1] then return redis.call(\"PEXPIRE\", KEYS[1], ARGV[2]) end return 0`"

// CompareAndExpire turns x.Expire(ctx, key, ttl) into x.Eval(ctx, script,
// []string{key}, token, ttl.Milliseconds()); nil when the call is not of that form.
func CompareAndExpire(call *ast.CallExpr, key ast.Expr, token string) *analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || key == nil || len(call.Args) < 2 || call.Ellipsis.IsValid() || call.Args[len(call.Args)-2] != key {
		return nil
	}
	ttl := call.Args[len(call.Args)-1]
	if _, bare := ttl.(*ast.BasicLit); bare {
		return nil // a number, which has no methods
	}
	return &analysis.SuggestedFix{
		Message: "Compare the token and renew in one script",
		TextEdits: []analysis.TextEdit{
			Replace(sel.Sel.Pos(), sel.Sel.End(), "Eval"),
			Replace(key.Pos(), ttl.End(), fmt.Sprintf("%s, []string{%s}, %s, %s", compareAndExpireScript, Text(key), token, milliseconds(ttl))),
		},
	}
}
