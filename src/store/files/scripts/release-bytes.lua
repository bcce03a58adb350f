-- @include store/files/scripts/ledger.lua

-- Ends a reservation.

release(id)
