local a = "tab\t quote\" nl\n dec\065 back\\ line\
end"
local b = 'it\'s'
local c = [[
raw "text" ]] .. [==[ with ]] in it ]==]
-- a comment --[[ not long ]]
--[==[ long
]] comment ]==]
return #a + #b + #c
