import type { ReportedProblem } from '../../../base/problem/problem.ts';
import type { JobMapping } from '../context/job-mapping.ts';
import { taskLists, topTasks, type DraftTask, type FlowDraft } from '../drafts/draft-flow.ts';
import type { Reason } from '../drafts/gate.ts';
import { canFail, tasksInside, withInside } from '../drafts/walk-tasks.ts';
import { hold } from './gates.ts';

/**
 * Makes the parts of a flow by hand that are not valid: the innermost task with an error, otherwise the property. After many
 * rounds, a whole top-level task, and in the end everything.
 * @param round how often this was done for the flow
 */
export function fallBack(job: JobMapping, errors: readonly ReportedProblem[], round: number): void {
  const { flow } = job;
  const places = new Set<string>();
  const dropped: Reason[] = [];
  // The last ones first, because a removal moves those after it.
  for (const { path, message } of errors.toReversed()) {
    const [root = '', ...rest] = path.split('/').slice(1).map(unescapePointer);
    const why = `the flow would not be valid: ${message.replace(/[.?!]$/, '')}`;
    const list = taskLists.find((name) => name === root);
    if (list !== undefined && rest[0] !== undefined) {
      const index = Number(rest[0]);
      const task = flow[list][index];
      if (task === undefined) continue;
      flow[list][index] =
        round < patientRounds ? innerByHand(task, rest.slice(1), why, job) : job.byHand.replace(task, why);
      continue;
    }
    const place = `${root}/${rest[0] ?? ''}`;
    if (!places.has(place) && drop(job, root, rest[0], why) && root !== 'triggers')
      dropped.push({ start: 0, end: 0, construct: root, why });
    places.add(place);
  }
  hold(job, dropped);
  if (round >= patientRounds * 2) everythingByHand(job);
}

const patientRounds = 15;

/** JSON Pointer (RFC 6901). */
const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** The task that a path inside another one points to becomes by hand. */
function innerByHand(task: DraftTask, path: readonly string[], why: string, job: JobMapping): DraftTask {
  const inside = tasksInside(task);
  const position = path.findIndex((step, index) => /^\d+$/.test(step) && /^[a-z]/.test(path[index - 1] ?? ''));
  const index = Number(path[position] ?? Number.NaN);
  // The lists of a choice follow each other in `tasksInside`.
  const isSecondList = task.shape.kind === 'choice' && position > 0 && path[position - 1] === 'else';
  const target = inside[isSecondList && task.shape.kind === 'choice' ? task.shape.tasks.length + index : index];
  if (target === undefined || target.isSource === true) return job.byHand.replace(task, why);
  const changed = innerByHand(target, path.slice(position + 1), why, job);
  return withInside(task, (tasks) => tasks.map((one) => (one === target ? changed : one)));
}

/** Removes an input, a variable, a trigger, a lock or a property, and says so; false if that was not possible. */
function drop(job: JobMapping, root: string, key: string | undefined, why: string): boolean {
  const { flow } = job;
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
    everythingByHand(job);
    return false;
  }
  const isReported = target !== undefined && job.findings.demoteTarget(target, why);
  if (!isReported) job.findings.add({ start: 0, end: 0 }, root, { byHand: why });
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
function everythingByHand(job: JobMapping): void {
  const { flow, source } = job;
  const span = { start: 0, end: source.length };
  job.findings.demote(span, wholeReason);
  const isLong = source.length > keptCharacters;
  const why = isLong ? `${wholeReason}; the flow keeps its first ${keptCharacters} characters` : wholeReason;
  const isGate = topTasks(flow).some((task) => canFail(task, true));
  const task = job.byHand.keep(isLong ? { start: 0, end: keptCharacters } : span, 'job', why, [], isGate);
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
