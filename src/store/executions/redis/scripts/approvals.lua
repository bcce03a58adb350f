-- @keys execution

-- An approval that restarts keep counts for one execution at a time, until one has succeeded with it. The execution that
-- used it last hands it on to its own restart, and to the restart of an earlier one if no task has succeeded with it.
-- The execution in which it was given records its last user: `<id>`, or `<id> spent`.

local function isSuccess(state) return state == 'SUCCESS' or state == 'WARNING' end

-- Returns why an approval cannot be kept now: the reason, the task, and the execution that uses or used it.
-- `kept` maps tasks to the executions in which their approvals were given; `handedOnBy` lists the executions that may
-- hand approvals on.
local function obstacleOfApprovals(kept, handedOnBy)
  for task, given in pairs(kept) do
    local state, user = unpack(redis.call('HMGET', executionKey(given), 'state', 'approval:' .. task))
    if not state then return { 'approval-gone', task, given } end
    if isSuccess(state) then return { 'approval-spent', task, given } end
    local id, isSpent = string.match(user or '', '^(%S+)( ?)')
    if id and isSpent == ' ' then return { 'approval-spent', task, id } end
    if id and not string.find(handedOnBy, id, 1, true) then
      local used = redis.call('HGET', executionKey(id), 'state')
      local isOpen = used == 'CREATED' or used == 'QUEUED' or used == 'RUNNING'
      return { isOpen and 'approval-in-use' or 'approval-moved', task, id }
    end
  end
end

local function useApprovals(kept, id)
  for task, given in pairs(kept) do redis.call('HSET', executionKey(given), 'approval:' .. task, id) end
end

-- An execution that used approvals has succeeded.
local function spendApprovals(kept, id)
  for task, given in pairs(kept) do
    if redis.call('EXISTS', executionKey(given)) == 1 then
      redis.call('HSET', executionKey(given), 'approval:' .. task, id .. ' spent')
    end
  end
end
