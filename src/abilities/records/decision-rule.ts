import type { Caller } from '../../access/caller.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';

/** Whether a caller may decide the approval for which an execution waits. */
export function mayDecide(caller: Caller, record: ExecutionRecord): boolean {
  return record.waitingFor?.kind === 'approval' && decisionRejection(caller, record) === undefined;
}

/** Why a caller must not decide the approval for which an execution waits, as a sentence; undefined if they may. */
export function decisionRejection(caller: Caller, record: ExecutionRecord): string | undefined {
  const { identity, person, subject } = caller;
  const { namespace } = record.flow;
  const name = JSON.stringify(subject);
  const { users = [], groups = [], notStarter = false } = record.waitingFor?.approvers ?? {};
  if (person === undefined) return `${name} is not a user.`;
  const isNamed = users.includes(person.subject) || groups.some((group) => person.groups.includes(group));
  const isForAll = users.length === 0 && groups.length === 0;
  if (!(isForAll || (isNamed && caller.sees(namespace)))) return `${name} is not an approver of this task.`;
  if ((isForAll || identity?.token !== undefined) && !caller.may('execute', namespace))
    return `${name} does not have the right to execute in the namespace ${namespace}.`;
  if (notStarter && startersOf(record).includes(person.subject))
    return `${JSON.stringify(person.subject)} started this execution, or one that it repeats, and its starters must not decide.`;
  return undefined;
}

/** The people who started an execution, and those that it repeats. */
export function startersOf({ actor, starters = [] }: Pick<ExecutionRecord, 'actor' | 'starters'>): readonly string[] {
  return [...new Set([actor, ...starters])];
}
