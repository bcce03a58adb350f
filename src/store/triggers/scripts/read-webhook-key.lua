-- Returns 1 and the key of a webhook, or 0 and a decoy: the time it takes to send and parse a reply must not reveal
-- whether there is a key.

local key = redis.call('HGET', webhookKeys, triggerId)
return { key and 1 or 0, key or decoy }
