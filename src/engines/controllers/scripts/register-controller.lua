-- Registers the server of a controller and returns its name, unless one of the other controllers has the server: then
-- returns that name, and registers `left` for this one unless it is ''. A server that does not identify itself has the
-- identity ''.

for _, other in ipairs(others) do
  local known = redis.call('HGET', controllers, other)
  if identity ~= '' and known and cjson.decode(known).identity == identity then
    if left ~= '' then redis.call('HSET', controllers, name, left) end
    return other
  end
end
redis.call('HSET', controllers, name, registration)
return name
