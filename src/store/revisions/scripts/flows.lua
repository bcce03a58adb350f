-- @keys flowIndex, scheduledFlows, callers, flowChanges

-- The script must have the key `flow`.
local function readFlow()
  local fields = redis.call('HMGET', flow, 'revision', 'deletedAt', 'updatedAt', 'labels', 'calls', 'schedules')
  return {
    revision = tonumber(fields[1]), deleted = fields[2], updatedAt = fields[3], labels = fields[4],
    calls = fields[5] or '[]', schedules = fields[6] or '[]',
  }
end

-- Whether a revision is not in a list of expected ones; '' expects nothing.
local function isStale(revision, expected)
  if expected == '' then return false end
  for number in string.gmatch(expected, '%d+') do
    if tonumber(number) == revision then return false end
  end
  return true
end

-- Tells the catalogues of the gateways; one that has missed a change reads all flows.
local function noteFlowChange(namespace, id)
  redis.call('XADD', flowChangesKey(), 'MAXLEN', '~', 5000, '*', 'flow', namespace .. '/' .. id)
end

-- Puts a flow into all its indexes (command ZADD) or takes it out (ZREM).
local function indexFlow(command, namespace, id, known)
  local function index(key, member)
    if command == 'ZADD' then redis.call('ZADD', key, 0, member) else redis.call('ZREM', key, member) end
  end
  local scopes = { known.deleted and 'deleted' or 'live' }
  if not known.deleted then
    for name, value in pairs(cjson.decode(known.labels)) do table.insert(scopes, 'label:' .. name .. '=' .. value) end
  end
  local byNamespace = namespace .. ' ' .. id
  for _, scope in ipairs(scopes) do
    index(flowIndexKey(scope, 'namespace'), byNamespace)
    index(flowIndexKey(scope, 'id'), id .. ' ' .. namespace)
    index(flowIndexKey(scope, 'updated'), known.updatedAt .. ' ' .. byNamespace)
  end
  if known.deleted then return end
  if known.schedules ~= '[]' then index(scheduledFlowsKey(), byNamespace) end
  for _, called in ipairs(cjson.decode(known.calls)) do index(callersKey(called), byNamespace) end
end
