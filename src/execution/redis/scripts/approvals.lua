-- @keys execution

-- An approval that restarts keep counts for one execution at a time, and for none after one that has succeeded with it. The
-- execution that used it last hands it on to its own restart, and to that of an earlier one if nothing has
-- succeeded with it.
-- The execution in which it was given knows who used it last: `<id>`, or `<id> spent`.

local function isSuccess(state) return state == 'SUCCESS' or state == 'WARNING' end

-- Why one of the approvals, of which each task has the execution in which it was given, cannot be kept now: a reason, the
-- task and the execution that uses it or has got it. `handedOnBy` are the
-- ids of the executions that may hand it on.
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
