-- @include store/files/scripts/ledger.lua

-- Returns the bytes in use.

releaseForgotten(now)
return whole(used('all'))
