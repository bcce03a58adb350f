-- @include store/revisions/scripts/flows.lua

-- Puts a flow whose hash is complete into its indexes.

indexFlow('ZADD', namespace, id, readFlow())
