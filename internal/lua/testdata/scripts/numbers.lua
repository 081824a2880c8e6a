local t = { 1, 0x1F, 3.14, .5, 5., 1e3, 2E-2, 1.5e+10, 0, -7, 2 ^ -3, 10 % 3 }
local sum = 0
for i = #t, 1, -1 do sum = sum + t[i] end
for i = 1, 10 do if i > 5 then break end sum = sum - i end
return tostring(sum)
