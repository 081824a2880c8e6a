local n = 1
if n then n = 2 end
end
