/** The operations of the processes in tests. */
import { serveWork } from '../../src/language/processes/process-body.ts';

export type TestWork =
  | { readonly echo: string }
  | { readonly wait: number }
  | { readonly fail: string }
  | 'exit'
  | 'fill the memory'
  | 'ask for too much at once'
  | 'who are you'
  | 'run for ever';

serveWork(() => (work: TestWork): unknown => {
  if (work === 'exit') return process.exit();
  if (work === 'who are you') return { pid: process.pid, environment: { ...process.env } };
  if (work === 'fill the memory') return fill();
  if (work === 'ask for too much at once') return grow();
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

/** V8 has no room for the table of the map, and aborts. */
function grow(): number {
  const kept = new Map<number, number>();
  for (let index = 0; ; index++) kept.set(index, index);
}
