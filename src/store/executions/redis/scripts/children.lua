-- @keys execution, executionChildren, executionChildWork, dueWaits

-- The executions of their own that an execution has started and waits for. A call is `<index>/<attempt>`.

-- Whether an execution still waits, with the version of its wait.
local function isWaitOf(parent, version)
  local waitingFor = redis.call('HGET', executionKey(parent), 'waitingFor')
  return waitingFor and cjson.decode(waitingFor).version == tonumber(version)
end

-- Why an execution must not start another one now; 0 for any number of open ones.
local function rejectionOfChild(parent, version, maxOpen)
  if not isWaitOf(parent, version) then return 'parent-left' end
  if redis.call('HEXISTS', executionKey(parent), 'stop') == 1 then return 'parent-left' end
  if redis.call('HEXISTS', executionChildrenKey(parent), 'cancel') == 1 then return 'parent-left' end
  local open = tonumber(redis.call('HGET', executionKey(parent), 'childrenOpen') or '0')
  return tonumber(maxOpen) > 0 and open >= tonumber(maxOpen) and 'parent-full'
end

-- The items before `next` have been started.
local function raiseNext(parent, index)
  local key = executionChildrenKey(parent)
  if tonumber(redis.call('HGET', key, 'next') or '0') <= tonumber(index) then redis.call('HSET', key, 'next', index + 1) end
end

-- A child has ended: its parent has something to do.
local function noteChildWork(parent, call)
  redis.call('ZADD', executionChildWorkKey(parent), 0, call)
  redis.call('ZADD', dueWaitsKey(), 'XX', 0, parent)
end

local function noteChild(parent, call, id, isOpen, isAwaited)
  redis.call('HSET', executionChildrenKey(parent), call, id)
  redis.call('ZREM', executionChildWorkKey(parent), call)
  raiseNext(parent, string.match(call, '^%d+'))
  if isAwaited and isOpen then redis.call('HINCRBY', executionKey(parent), 'childrenOpen', 1)
  elseif isAwaited then noteChildWork(parent, call) end
end

-- Only a child for which its parent still waits counts.
local function noteChildEnd(parent, call, id)
  if redis.call('HGET', executionChildrenKey(parent), call) ~= id then return end
  redis.call('HINCRBY', executionKey(parent), 'childrenOpen', -1)
  noteChildWork(parent, call)
end

local function forgetChildren(parent)
  redis.call('DEL', executionChildrenKey(parent), executionChildWorkKey(parent))
  redis.call('HDEL', executionKey(parent), 'childrenTotal', 'childrenOpen', 'childrenSucceeded', 'childrenFailed',
    'childrenRetrying', 'childrenRetryAt')
end
