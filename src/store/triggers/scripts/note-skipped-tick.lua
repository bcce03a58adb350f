-- Notes the latest skipped tick of a schedule, unless its flow was purged.

if redis.call('EXISTS', flow) == 0 then return end
redis.call('HSET', skippedTicks, triggerId, tick)
redis.call('EXPIRE', skippedTicks, lifetimeSeconds)
