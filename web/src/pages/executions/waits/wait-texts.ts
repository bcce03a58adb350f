import type { Execution } from '../../../api/execution-queries.ts';
import { formatLocal } from '../../../formats/format-time.ts';

export type WaitingFor = NonNullable<Execution['waitingFor']>;
export type EndedWait = NonNullable<Execution['waits']>[number];

const waitWords: Readonly<Record<WaitingFor['kind'], string>> = {
  approval: 'Waiting for approval',
  signal: 'Waiting for a signal',
  executions: 'Waiting for executions',
  time: 'Waiting',
};

/** What an execution waits for, in a few words that follow its state. */
export function waitWord({ kind, until }: Pick<WaitingFor, 'kind' | 'until'>, now = Date.now()): string {
  if (kind !== 'time' || until === undefined) return waitWords[kind];
  const [day, time = ''] = formatLocal(Date.parse(until)).split(' ');
  return `Waiting until ${day === formatLocal(now).split(' ')[0] ? time.slice(0, 5) : day}`;
}

/** Who may decide, such as `2 of carol, dave and the group release; not ada, who started it`. */
export function approversText({ approvers }: WaitingFor, { namespace, actor }: Execution): string {
  const { users = [], groups = [], count = 1, not_starter: isStarterExcluded = false } = approvers ?? {};
  const named = [
    ...users,
    ...(groups.length === 0 ? [] : [`${groups.length === 1 ? 'the group' : 'the groups'} ${joined(groups)}`]),
  ];
  const many = count === 1 ? '' : `${count} of `;
  const who = many + (named.length === 0 ? `those who may execute in ${namespace}` : joined(named));
  return isStarterExcluded ? `${who}; not ${actor}, who started it` : who;
}

/** Such as `a`, `a and b` or `a, b and c`. */
function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Why a user may not decide. @param subject undefined for an unknown user */
export function whyNot({ approvers }: WaitingFor, actor: string, subject: string | undefined): string {
  if (subject === undefined) return 'Flowgate does not know who you are.';
  if (approvers?.not_starter === true && actor === subject)
    return 'You started this execution, and its flow does not let you decide it.';
  return 'You are not among those who may decide.';
}

/**
 * How a wait ended, and the state whose shape and colour that has.
 * @param taskState of the task that waited; it decides how a wait for executions ended
 */
export function endOfWait(
  { kind, decision, by, signal }: EndedWait,
  taskState?: string,
): {
  readonly word: string;
  readonly state: 'SUCCESS' | 'FAILED' | 'KILLED';
} {
  if (kind === 'time') return { word: 'Time reached', state: 'SUCCESS' };
  if (kind === 'executions') return endOfExecutions(taskState);
  if (kind === 'signal')
    return by.length > 0
      ? { word: `Signal ${signal ?? ''} arrived`, state: 'SUCCESS' }
      : { word: `No signal ${signal ?? ''}`, state: 'FAILED' };
  if (decision === undefined) return { word: 'Not decided', state: 'KILLED' };
  return decision === 'APPROVE' ? { word: 'Approved', state: 'SUCCESS' } : { word: 'Rejected', state: 'FAILED' };
}

function endOfExecutions(taskState: string | undefined) {
  if (taskState === 'FAILED') return { word: 'Executions failed', state: 'FAILED' } as const;
  if (taskState === 'KILLED') return { word: 'Executions stopped', state: 'KILLED' } as const;
  return { word: 'Executions ended', state: 'SUCCESS' } as const;
}
