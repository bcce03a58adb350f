import type { ReportedProblem } from '../../problem/problem.ts';
import { isByHand, tasksInside, withInside } from './arrange-tasks.ts';
import type { DraftTask } from './draft-task.ts';
import { waitingFor, type Reason } from './gate.ts';
import type { FlowDraft } from './mapping.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import { canFail, withoutRunning } from './task-ends.ts';

const lists = ['tasks', 'errors', 'finally'] as const;

/**
 * Makes the parts of a flow by hand that are not valid: the innermost task with an error, otherwise the property. After many
 * rounds, a whole top-level task, and in the end everything.
 * @param round how often this was done for the flow
 */
export function fallBack(mapping: PipelineMapping, errors: readonly ReportedProblem[], round: number): void {
  const { flow } = mapping;
  const places = new Set<string>();
  const dropped: Reason[] = [];
  // The last ones first, because a removal moves those after it.
  for (const { path, message } of errors.toReversed()) {
    const [root = '', ...rest] = path.split('/').slice(1).map(unescapePointer);
    const why = `the flow would not be valid: ${message.replace(/[.?!]$/, '')}`;
    const list = lists.find((name) => name === root);
    if (list !== undefined && rest[0] !== undefined) {
      const index = Number(rest[0]);
      const task = flow[list][index];
      if (task === undefined) continue;
      flow[list][index] =
        round < patientRounds ? innerByHand(task, rest.slice(1), why, mapping) : mapping.turnByHand(task, why);
      continue;
    }
    const place = `${root}/${rest[0] ?? ''}`;
    if (!places.has(place) && drop(mapping, root, rest[0], why) && root !== 'triggers')
      dropped.push({ start: 0, end: 0, construct: root, why });
    places.add(place);
  }
  hold(mapping, dropped);
  if (round >= patientRounds * 2) everythingByHand(mapping);
}

const patientRounds = 15;

/** JSON Pointer (RFC 6901). */
const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** The task that a path inside another one points to becomes by hand. */
function innerByHand(task: DraftTask, path: readonly string[], why: string, mapping: PipelineMapping): DraftTask {
  const inside = tasksInside(task);
  const position = path.findIndex((step, index) => /^\d+$/.test(step) && /^[a-z]/.test(path[index - 1] ?? ''));
  const index = Number(path[position] ?? Number.NaN);
  // The lists of a choice follow each other in `tasksInside`.
  const isSecondList = task.shape.kind === 'choice' && position > 0 && path[position - 1] === 'else';
  const target = inside[isSecondList && task.shape.kind === 'choice' ? task.shape.tasks.length + index : index];
  if (target === undefined || isByHand(target)) return mapping.turnByHand(task, why);
  const changed = innerByHand(target, path.slice(position + 1), why, mapping);
  return withInside(task, (tasks) => tasks.map((one) => (one === target ? changed : one)));
}

/** Nothing of a flow runs without what is by hand around it: its tasks stand behind a gate, and the others are disabled. */
export function hold(mapping: PipelineMapping, reasons: readonly Reason[]): void {
  const { flow } = mapping;
  const all = [...flow.tasks, ...flow.errors, ...flow.finally];
  if (reasons.length === 0 || !all.some((task) => canFail(task, true))) return;
  flow.tasks.unshift(mapping.gateWithSource(reasons));
  for (const list of ['errors', 'finally'] as const)
    flow[list].splice(0, flow[list].length, ...withoutRunning(flow[list], waitingFor(reasons)));
}

/** Removes an input, a variable, a trigger, a lock or a property, and says so; false if that was not possible. */
function drop(mapping: PipelineMapping, root: string, key: string | undefined, why: string): boolean {
  const { flow } = mapping;
  const index = key === undefined || !/^\d+$/.test(key) ? undefined : Number(key);
  const target =
    root === 'inputs' && index !== undefined
      ? [...flow.inputs.keys()][index]
      : root === 'triggers' && index !== undefined
        ? flow.triggers[index]?.id
        : key;
  const isDropped =
    (root === 'inputs' && target !== undefined && flow.inputs.delete(target)) ||
    (root === 'variables' && target !== undefined && flow.variables.delete(target)) ||
    (root === 'triggers' && index !== undefined && flow.triggers.splice(index, 1).length > 0) ||
    (root === 'locks' && index !== undefined && flow.locks.splice(index, 1).length > 0) ||
    flow.properties.delete(root);
  if (!isDropped) {
    everythingByHand(mapping);
    return false;
  }
  const isReported = target !== undefined && mapping.demoteTarget(target, why);
  if (!isReported) mapping.report({ start: 0, end: 0, construct: root, outcome: 'by hand', message: why });
  return true;
}

const wholeReason = 'a flow with it would not be valid';

/** The max length of a source in a description: with some space for its indentation, a flow can have it. */
const keptCharacters = 50_000;

/** Whether the flow only keeps a part of its source. */
export function isCut({ tasks: [first] }: FlowDraft): boolean {
  return first?.isSource === true && first.span.start === 0 && first.span.end > keptCharacters;
}

/** The whole source as one disabled task. */
function everythingByHand(mapping: PipelineMapping): void {
  const { flow, source } = mapping;
  const span = { start: 0, end: source.length };
  mapping.demote(span, wholeReason);
  const isLong = source.length > keptCharacters;
  const why = isLong ? `${wholeReason}; the flow keeps its first ${keptCharacters} characters` : wholeReason;
  const isGate = [...flow.tasks, ...flow.errors, ...flow.finally].some((task) => canFail(task, true));
  const task = mapping.byHand(isLong ? { start: 0, end: keptCharacters } : span, 'job', why, [], isGate);
  const whole = { ...task, span };
  flow.tasks.splice(0, flow.tasks.length, whole);
  flow.errors.length = 0;
  flow.finally.length = 0;
  flow.triggers.length = 0;
  flow.locks.length = 0;
  const isDisabled = flow.properties.get('disabled') === true;
  flow.properties.clear();
  if (isDisabled) flow.properties.set('disabled', true);
  flow.inputs.clear();
  flow.variables.clear();
}
