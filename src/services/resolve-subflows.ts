import { taskSections, type Flow, type ValidatedFlow } from '../flow/flow.ts';
import type { SubflowCall, TaskTypes } from '../flow/task-types.ts';
import { AppError } from '../problem/app-error.ts';
import type { FlowKey } from '../revision/flow-revision.ts';
import { usableFlow } from './flow-checker.ts';
import type { FlowService } from './flow-service.ts';

/** A flow that is inlined, at the revision that runs. */
export interface ResolvedSubflow {
  readonly flow: ValidatedFlow;
  readonly revision: number;
}

/** The flows that a flow calls, directly and through others. */
export interface Subflows {
  find(call: SubflowCall): ResolvedSubflow | undefined;
  /** Each once, in the order in which they are met. */
  readonly revisions: readonly (FlowKey & { readonly revision: number })[];
}

/**
 * Reads every flow that a flow calls, each in the revision asked for, or in the latest one.
 * @param pinned revisions that are taken in place of the latest ones, for a run that was accepted earlier
 * @throws {AppError} `subflow-unusable` when one is missing, deleted, disabled or no longer valid
 */
export async function resolveSubflows(
  flow: Flow,
  { flows, taskTypes, pinned = [] }: { readonly flows: FlowService; readonly taskTypes: TaskTypes; readonly pinned?: Subflows['revisions'] },
): Promise<Subflows> {
  const found = new Map<string, ResolvedSubflow>();
  const open: Flow[] = [flow];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const call of callsOf(parent, taskTypes)) {
      if (found.has(nameOf(call))) continue;
      const latest = pinned.find((each) => each.namespace === call.namespace && each.id === call.flowId)?.revision;
      const child = await readSubflow(flows, call, call.revision ?? latest, pinned.length > 0);
      found.set(nameOf(call), child);
      open.push(child.flow);
    }
  }
  const revisions = [...found.values()].map(({ flow: { namespace, id }, revision }) => ({ namespace, id, revision }));
  return { find: (call) => found.get(nameOf(call)), revisions };
}

/** A call without a revision is another one than a call of the revision that happens to be the latest. */
function nameOf({ namespace, flowId, revision }: SubflowCall): string {
  return `${namespace}/${flowId}@${revision ?? ''}`;
}

function callsOf(flow: Flow, taskTypes: TaskTypes): SubflowCall[] {
  const tasks = taskSections.flatMap((section) => flow[section]).filter(({ disabled }) => !disabled);
  return tasks.flatMap((task) => taskTypes.find(task.type)?.subflow?.(task) ?? []);
}

async function readSubflow(flows: FlowService, call: SubflowCall, revision: number | undefined, isAccepted: boolean): Promise<ResolvedSubflow> {
  const name = `${call.namespace}/${call.flowId}`;
  const record = await flows.read({ namespace: call.namespace, id: call.flowId }, revision).catch((error: unknown) => {
    if (error instanceof AppError && ['flow-not-found', 'revision-not-found'].includes(error.code)) throw unusable(`The subflow cannot be run: ${error.message}`, error);
    throw error;
  });
  const flow = usableFlow(record.checked);
  if (!isAccepted && record.flow.deletion) throw unusable(`The subflow ${name} was deleted.`);
  if (!isAccepted && flow.disabled) throw unusable(`The subflow ${name} is disabled.`);
  return { flow, revision: record.entry.revision };
}

function unusable(message: string, cause?: unknown): AppError {
  return new AppError('subflow-unusable', message, {}, { cause });
}
