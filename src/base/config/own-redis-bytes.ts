import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;
// The rest is for the gateway, for scripts, and for the copy of changed pages while Redis rewrites its file.
const ownPart = 0.4;
const minOwnBytes = 32 * mebibyte;

/** The memory in bytes that Flowgate's own Redis may use, of what the machine or the container has. */
export function ownRedisBytes(available: number = availableBytes()): number {
  return Math.max(minOwnBytes, Math.floor(available * ownPart));
}

/** Node reads the limits of cgroups, and returns 0 or a huge number without a limit. */
export function availableBytes(constrained: number = process.constrainedMemory(), total: number = totalmem()): number {
  return constrained > 0 ? Math.min(constrained, total) : total;
}
