import { enumerate } from '../../base/problem/describe-value.ts';
import { defaultController } from '../../lifecycle/execution-record.ts';
import type { ExecutionLife } from '../../store/executions/execution-life.ts';
import type { BullStartQueue } from '../../store/executions/redis/bull-start-queue.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { ControllerStates } from './controller-states.ts';

/** Thrown at the start, with a message for the operator. */
class FormerControllerError extends Error {
  override readonly name = 'FormerControllerError';
}

export interface FormerControllersDeps {
  readonly states: Pick<ControllerStates, 'registered' | 'looks' | 'forget'>;
  readonly store: Pick<RedisExecutionStore, 'openOn'>;
  readonly life: Pick<ExecutionLife, 'sendTo'>;
  readonly queue: Pick<BullStartQueue, 'remove'>;
  /** Removes what is remembered of the jobs of a controller. */
  readonly removeJobs: (name: string) => Promise<void>;
  /** Called with a message for the operator. */
  readonly warn: (message: string) => void;
  /** The names of the controllers. */
  readonly configured: readonly string[];
  /** The controllers whose executions are given up. */
  readonly forgotten: readonly string[];
}

const maxNamed = 5;

/**
 * Makes sure that no open execution is on a controller that is no longer configured.
 * @throws {FormerControllerError | AppError}
 */
export async function leaveFormerControllers(deps: FormerControllersDeps): Promise<void> {
  const { states, store, configured, forgotten, warn } = deps;
  // One that could never be used is not registered, but executions can wait for it.
  const [registered, looks] = await Promise.all([states.registered(), states.looks()]);
  const known = new Set([defaultController, ...registered.keys(), ...looks.keys(), ...configured]);
  const problems: string[] = [];
  for (const name of forgotten) {
    const why = configured.includes(name) ? 'it is still configured' : 'no controller of that name is known';
    if (configured.includes(name) || !known.has(name))
      warn(`FLOWGATE_FORGET_CONTROLLERS=${name} has no effect: ${why}.`);
  }
  for (const name of known) {
    if (configured.includes(name)) continue;
    const open = await store.openOn(
      name,
      [...known].filter((other) => other !== name),
    );
    if (forgotten.includes(name)) await giveUp(name, open, deps);
    else if (open.length > 0) problems.push(problemOf(name, open));
  }
  if (problems.length > 0) throw new FormerControllerError(problems.join('\n'));
}

async function giveUp(name: string, open: readonly string[], deps: FormerControllersDeps): Promise<void> {
  const { states, life, queue, removeJobs } = deps;
  const reason = `The controller ${name} is no longer configured, and was given up (FLOWGATE_FORGET_CONTROLLERS).`;
  for (const id of open) await life.sendTo(id, { name: 'controllerGone', state: 'FAILED', reason });
  await queue.remove(name);
  await removeJobs(name);
  await states.forget(name);
}

function problemOf(name: string, open: readonly string[]): string {
  const named = open.slice(0, maxNamed);
  const rest = open.length - named.length;
  const list = rest > 0 ? `${named.join(', ')} and ${rest} more` : enumerate(named);
  const isOwn = name === defaultController;
  const where = isOwn ? 'JENKINS_URL' : 'FLOWGATE_CONTROLLERS';
  const back = isOwn
    ? `Put it back, or add the same Jenkins to FLOWGATE_CONTROLLERS with the name ${name}`
    : 'Put it back with "draining: true" until they have ended';
  return `The controller ${name} is no longer in ${where}, but has executions that have not ended: ${list}. ${back}; FLOWGATE_FORGET_CONTROLLERS=${name} gives them up as FAILED.`;
}
