-- Forgets the job of a purged flow that has no open executions and whose job need not be disabled. Returns whether it was
-- removed.

if redis.call('EXISTS', flow, slots, waiting) > 0 or redis.call('SISMEMBER', retiring, name) == 1 then return 0 end
return redis.call('DEL', job)
