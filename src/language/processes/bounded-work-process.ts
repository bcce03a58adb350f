/** The program of the processes of `WorkerBoundedRunner`. */
import type { WorkOutcome } from '../safe-patterns/bounded-runner.ts';
import { failureOf, performWork, type BoundedWork } from '../safe-patterns/bounded-work.ts';
import { serveWork } from './process-body.ts';

serveWork(() => (work: BoundedWork): WorkOutcome => {
  try {
    return { kind: 'done', messages: performWork(work) };
  } catch (error) {
    return { kind: 'failed', reason: failureOf(error) };
  }
});
