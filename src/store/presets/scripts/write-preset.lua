-- Creates or replaces a preset. Returns the outcome.

if redis.call('EXISTS', flow) == 0 then return 'missing' end
if redis.call('HEXISTS', presets, name) == 0 and redis.call('HLEN', presets) >= maxPresets then return 'full' end
redis.call('HSET', presets, name, preset)
return 'saved'
