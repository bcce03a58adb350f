import { setFlagsFromString } from 'node:v8';
import { setTimeout } from '../base/timers/timers.ts';

// By then, deferred startup work is done.
const afterStart = 5_000;

/**
 * Keeps the part of the heap for new objects at its first size until shortly after the returned function is called.
 * Loading modules creates so many objects that V8 would enlarge it to 32 MB, and it never shrinks in an idle process.
 */
export function holdHeapGrowth(): () => void {
  setGrowth(1);
  return () => void setTimeout(() => setGrowth(2), afterStart).unref(); // 2 is V8's default
}

/** V8 reads this flag each time that it could grow. */
function setGrowth(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
