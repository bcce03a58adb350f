import { redisKey } from '../redis/redis-key.ts';

/** The keys of the scripts that count uploads, by their names in `scripts/ledger.lua`. */
export const ledgerKeys = {
  usage: redisKey.fileUsage,
  reservations: redisKey.fileReservations,
  reservationTimes: redisKey.fileReservationTimes,
} as const;

export const ledgerKeyNames = ['usage', 'reservations', 'reservationTimes'] as const;
