-- Sets the key of a webhook. Returns whether its flow exists.

if redis.call('EXISTS', flow) == 0 then return 0 end
redis.call('HSET', webhookKeys, triggerId, key)
return 1
