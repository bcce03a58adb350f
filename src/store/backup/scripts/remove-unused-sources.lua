-- Removes sources without a use.

for _, source in ipairs(sources) do
  if redis.call('HGET', source, 'uses') == '0' then redis.call('DEL', source) end
end
