import { Caller } from '../../../access/caller.ts';
import { AppError, isTemporary } from '../../../base/problem/app-error.ts';
import { withoutFullStop } from '../../../base/problem/describe-value.ts';
import type { PassedInputs } from '../../../engines/local/interpreter/passed-inputs.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import { namedCredential, secretReference } from '../../../language/input-types/secret-reference.ts';
import { secretType } from '../../../language/input-types/secret-type.ts';
import { isFileDescription, type FileDescription } from '../../../language/inputs/file-description.ts';
import { passedValues, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { callName, type ChildCallDue } from '../../../store/executions/record/child-store.ts';
import type { FlowService } from '../../flows/flow-service.ts';
import { startersOf } from '../../records/decision-rule.ts';
import type { ExecutionAcceptor } from '../accept/execution-acceptor.ts';
import type { NewExecutions } from '../accept/new-executions.ts';
import type { AcceptableRequest } from '../accept/run-request.ts';
import type { OpenChildWait } from './open-child-wait.ts';

export interface StartChildDeps {
  readonly flows: Pick<FlowService, 'stored'>;
  readonly newExecutions: NewExecutions;
  readonly acceptor: ExecutionAcceptor;
}

/** The max number of executions that start one another; a cycle of calls that no check has seen ends there. */
const maxDepth = 10;

export type StartedChild =
  | { readonly id: string }
  /** Why it cannot start, as a clause. */
  | { readonly problem: string }
  /** Nothing starts now: enough children are open, or none is to start. */
  | 'later';

/**
 * Starts an execution of its own, or finds the one that was started before with the same call. Those who stored the
 * calling flow, and who started it, had the right to execute the called one; it has the same actor.
 * @param inputs texts in the environment
 * @throws {AppError} too-many-pending, store-unavailable and others that pass
 */
export async function startChild(
  record: ExecutionRecord,
  call: Pick<ChildCallDue, 'index' | 'attempt'>,
  {
    inputs,
    from: { wait, separate, task, items, mask },
  }: { readonly inputs: PassedInputs; readonly from: OpenChildWait },
  { flows, newExecutions, acceptor }: StartChildDeps,
): Promise<StartedChild> {
  const { child, untilEnd, loop } = separate;
  const depth = (record.parent?.depth ?? 0) + 1;
  if (depth > maxDepth) return { problem: `at most ${maxDepth} executions can start one another` };
  const request = requestOf(inputs, record, { secrets: new Set(separate.secrets), mask });
  if ('problem' in request) return request;
  const item = items.label(call.index);
  const path = loop === undefined ? task.task.id : `${task.task.id}/${separate.call.task.id}`;
  const parent = { execution: record.id, flow: record.flow, task: path, ...(item !== undefined && { item }), depth };
  const caller = Caller.trusted(record.actor, child.namespace);
  try {
    const { source, entry } = await flows.stored(child, child.revision);
    const prepared = await newExecutions.prepare({ source, revision: entry.revision }, request, {
      caller,
      parent,
      starters: startersOf(record),
      pinned: record.subflows,
    });
    if ('violations' in prepared) {
      const [first] = prepared.violations;
      return { problem: `the input ${first?.inputId} of ${flowName(child)} is invalid: ${first?.message}` };
    }
    const maxOpen = untilEnd ? items.concurrency : 0;
    const own = { call: callName(call), version: wait.version, maxOpen, isAwaited: untilEnd };
    const creation = { ...prepared.creation, child: own };
    const outcome = await acceptor.create({ ...prepared, creation }, { context: { caller } });
    if (outcome === undefined) return 'later';
    if ('violations' in outcome) throw new Error('An accepted execution has violations');
    return { id: outcome.execution.id };
  } catch (error) {
    if (!(error instanceof AppError) || isTemporary(error) || error.code === 'too-many-pending') throw error;
    const isRemoved = error.code === 'flow-not-found' || error.code === 'revision-not-found';
    if (isRemoved) return { problem: `the revision ${child.revision} of the flow ${flowName(child)} was removed` };
    return { problem: withoutFullStop(error.message) };
  }
}

/** A secret leaves the parent only as the value of a secret, which is sealed again. */
function requestOf(
  inputs: PassedInputs,
  record: ExecutionRecord,
  { secrets, mask }: { readonly secrets: ReadonlySet<string>; readonly mask: (text: string) => string },
): AcceptableRequest | { readonly problem: string } {
  const texts = new Map<string, string>();
  const files = new Map<string, FileDescription>();
  const values = passedValues(record);
  for (const [id, value] of inputs) {
    if (typeof value === 'string') {
      const problem = secrets.has(id) ? nameProblem(value) : mask(value) === value ? undefined : secretProblem;
      if (problem !== undefined) return { problem: `the value for the input ${id} ${problem}` };
      texts.set(id, value);
      continue;
    }
    const file = value.source.kind === 'content' ? values[value.source.id] : undefined;
    if (!isFileDescription(file)) return { problem: `the value for the input ${id} ${fileProblem}` };
    files.set(id, file);
  }
  return { inputs: {}, texts, files };
}

/** The namespace of the caller may not be allowed to use what a name stands for in the other one. */
function nameProblem(value: string): string | undefined {
  if (secretReference(value) === undefined && namedCredential(value) === undefined) return undefined;
  return 'names a secret instead of containing it, which an execution of its own does not get';
}

const secretProblem = `contains a secret, which can be passed only to an input of type ${secretType.name}`;
const fileProblem = 'is the default of a file, which an execution of its own does not get; pass a file';
