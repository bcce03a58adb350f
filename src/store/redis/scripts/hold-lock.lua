-- Renews a lock, or releases it if the milliseconds are 0. Returns whether it was held.

if redis.call('GET', lock) ~= token then return 0 end
if milliseconds == '0' then redis.call('DEL', lock) else redis.call('PEXPIRE', lock, milliseconds) end
return 1
