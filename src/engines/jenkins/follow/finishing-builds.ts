import { AppError } from '../../../base/problem/app-error.ts';
import { endedTasks } from '../../../language/execution-plan/task-state.ts';
import type { Ending } from '../../../lifecycle/events.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { maxRetryMilliseconds, startTrouble } from '../../pending-execution.ts';
import { WorkLimiter } from '../../work-limiter.ts';
import type { BuildEnd } from '../builds/build-outcome.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { BuildKey } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';
import type { ExecutionFinisher } from './execution-finisher.ts';

type Deps = Pick<JenkinsParts, 'life' | 'now' | 'report'> & { readonly finisher: ExecutionFinisher };

const maxAtOnce = 4;
// After this long, an execution ends without its log and outputs.
const maxFinish = 10 * 60 * 1000;

/** Collects the results of ended builds, a few at a time: a long log delays few others. */
export class FinishingBuilds {
  readonly #deps: Deps;
  readonly #work = new WorkLimiter(maxAtOnce);
  /** When the end of a build was first seen. */
  readonly #endSeen = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Forgets all other executions. */
  keep(open: readonly { readonly id: string }[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#endSeen.keys()) if (!ids.has(id)) this.#endSeen.delete(id);
  }

  /** Does nothing for a build that is already waiting. */
  take(record: ExecutionRecord, build: BuildKey, end: BuildEnd): void {
    this.#work.add(record.id, () => this.#finish(record, build, end));
  }

  /** Waits for the work in progress, and leaves the rest to the next process. */
  settle(): Promise<void> {
    return this.#work.settle();
  }

  async #finish(record: ExecutionRecord, build: BuildKey, end: BuildEnd): Promise<void> {
    const { id } = record;
    const { finisher, now, report } = this.#deps;
    const seen = this.#endSeen.get(id) ?? now().getTime();
    this.#endSeen.set(id, seen);
    await finisher
      .finish(record, build)
      .catch((error: unknown) => this.#giveUp(record, end, seen, error))
      .catch((error: unknown) => report(error, id));
  }

  /** Only after a while: until then the record shows the trouble. The wait may have been recorded despite the error. */
  async #giveUp(record: ExecutionRecord, end: BuildEnd, seen: number, error: unknown): Promise<void> {
    const { life, now, report } = this.#deps;
    const { id, trouble } = record;
    const isOutage = startTrouble(error) !== undefined;
    const reason = error instanceof JenkinsError || error instanceof AppError ? error.message : undefined;
    if (reason === undefined) report(error, id);
    const text = `The log and the outputs could not be collected: ${reason ?? 'internal error; see the log of Flowgate.'}`;
    if (now().getTime() - seen >= (isOutage ? maxRetryMilliseconds : maxFinish))
      await life.send(record, { name: 'finished', ...endingWithout(end, text) });
    else if (trouble !== text) await life.send(record, { name: 'troubled', trouble: text });
  }
}

/** The end of an execution whose results cannot be collected; one that waits cannot go on without them. */
function endingWithout({ state, tasks, endedAt, reason, waits }: BuildEnd, trouble: string): Ending {
  if (waits === undefined) return { state, tasks, reason, trouble };
  return { state: 'FAILED', tasks: endedTasks(tasks, endedAt), reason: trouble, trouble };
}
