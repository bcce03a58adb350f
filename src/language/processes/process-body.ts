import { writeFileSync } from 'node:fs';
import { stopAfter } from './run-bounded.ts';

/** The messages to a process: its data once, then one piece of work at a time. */
export type ProcessOrder =
  | { readonly kind: 'data'; readonly data: unknown }
  /** `milliseconds`: the process itself stops after this time, in case that the one that limits it has died. */
  | { readonly kind: 'work'; readonly work: unknown; readonly milliseconds: number };

/** The messages of a process: `ready` once it can accept work, then one answer per piece of work. */
export type ProcessMessage<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: Result }
  /** The work threw. */
  | { readonly kind: 'failed'; readonly error: unknown };

type Perform<Work, Result> = (work: Work) => Result;

/**
 * Turns the calling process into one that runs the work it receives, one piece at a time, until it is ended or the
 * process that started it is.
 * @param open called once, with the data of the program, before the first work
 */
export function serveWork<Work, Result>(
  open: (data: unknown) => Perform<Work, Result> | Promise<Perform<Work, Result>>,
): void {
  // Ctrl+C and service managers send these to all processes; the one that started this one decides when it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  yieldMemory();
  let perform: Promise<Perform<Work, Result>> | undefined;
  process.on('message', (order: ProcessOrder) => {
    if (order.kind === 'data') {
      perform = Promise.resolve(open(order.data));
      void perform.then(() => post({ kind: 'ready' }));
    } else void perform?.then((ready) => post(answerTo(order.work as Work, order.milliseconds, ready)));
  });
}

function answerTo<Work, Result>(
  work: Work,
  milliseconds: number,
  perform: Perform<Work, Result>,
): ProcessMessage<Result> {
  try {
    const result = stopAfter(milliseconds, () => perform(work));
    return result.done
      ? { kind: 'done', result: result.value }
      : { kind: 'failed', error: new Error('The work takes too long.') };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function post(message: ProcessMessage<unknown>): void {
  process.send?.(message);
}

/**
 * Where memory is short, Linux ends this process before the one that serves requests, and keeps no copy of its memory
 * when V8 aborts it.
 */
function yieldMemory(): void {
  for (const [file, value] of [
    ['oom_score_adj', '1000'],
    ['coredump_filter', '0'],
  ])
    try {
      writeFileSync(`/proc/self/${file}`, `${value}`);
    } catch {
      // another system
    }
}
