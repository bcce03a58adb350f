import { createHash } from 'node:crypto';
import { keyRoot } from '../redis/key-root.ts';

/**
 * The keys of sources start with this. Each is a hash with the `bytes` of a source and its `uses`, the number of
 * revisions and executions that use it: each source is stored once, however often a flow runs. Whatever adds or removes
 * a use counts it in the same atomic step, with the functions below; the last one removes the source.
 */
const sourceRoot = `${keyRoot}:source:`;

/** @param sha256 in hexadecimal */
export const sourceKey = (sha256: string): string => sourceRoot + sha256;

/** The SHA-256 of a source in hexadecimal, which identifies it. */
export function sourceDigest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Lua functions for scripts. */
export const sourceFunctions = `
local function sourceKey(sha256) return '${sourceRoot}' .. sha256 end

local function hasSource(sha256) return redis.call('EXISTS', sourceKey(sha256)) == 1 end

-- One holder more; without bytes, the source has to be there.
local function holdSource(sha256, bytes)
  if bytes then redis.call('HSETNX', sourceKey(sha256), 'bytes', bytes) end
  redis.call('HINCRBY', sourceKey(sha256), 'uses', 1)
end

local function releaseSource(sha256)
  if redis.call('HINCRBY', sourceKey(sha256), 'uses', -1) <= 0 then redis.call('DEL', sourceKey(sha256)) end
end

-- Without a use, as if one had just ended; something that uses it must follow.
local function addSource(sha256, bytes)
  redis.call('HSETNX', sourceKey(sha256), 'bytes', bytes)
  redis.call('HINCRBY', sourceKey(sha256), 'uses', 0)
end

local function readSource(sha256) return redis.call('HGET', sourceKey(sha256), 'bytes') end
`;
