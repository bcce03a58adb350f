import { LuaScript } from './lua-script.ts';

/** Renews a lock or a lease for as long as its holder has it. Returns whether it was held. */
export const holdScript = new LuaScript({
  file: 'store/redis/scripts/hold-lock.lua',
  keys: ['lock'],
  values: ['token', 'milliseconds'],
});
