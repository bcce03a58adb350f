/** The operations of the threads in tests. */
import { threadId } from 'node:worker_threads';
import { serveWork } from '../../src/threads/thread-body.ts';

export type TestWork =
  | { readonly echo: string }
  | { readonly wait: number }
  | { readonly fail: string }
  | 'exit'
  | 'fill the memory'
  | 'who are you'
  | 'run for ever';

serveWork((work: TestWork): unknown => {
  if (work === 'exit') return process.exit();
  if (work === 'who are you') return { threadId, environment: { ...process.env } };
  if (work === 'fill the memory') return fill();
  if (work === 'run for ever') for (;;);
  if ('fail' in work) throw new Error(work.fail);
  if ('echo' in work) return work.echo;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, work.wait);
  return work.wait;
});

function fill(): number {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index));
}
