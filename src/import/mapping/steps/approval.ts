import type { JsonObject } from '../../../base/text/json-value.ts';
import { callsInClosure } from '../../groovy/arguments-of.ts';
import type { Expression } from '../../groovy/syntax.ts';
import { taskIdIn, type Scope } from '../context/job-mapping.ts';
import { readParameter } from '../directives/parameters.ts';
import { draftTask, type ByHand } from '../drafts/draft-flow.ts';
import { textOf } from '../values/texts.ts';
import { constant, itemsOf, mapped, otherArguments, type Step, type StepHandler, type StepTable } from './step.ts';

/** `input 'Deploy?'`: an approval, which only `tasks` of a flow can contain. */
export const mapInput: StepHandler = (given, scope) => {
  const step = withDirectives(given);
  const other = otherArguments(step, 'message id ok submitter submitterParameter parameters cancel');
  if (other !== undefined) return other;
  if (scope.list !== 'tasks' || scope.depth > maxDepth) return { byHand: 'an approval cannot be inside a block' };
  const message = step.named.get('message');
  if (message === undefined) return { byHand: 'it has no message' };
  const question = textOf(message, scope);
  if ('byHand' in question) return question;
  const form = formOf(step.named.get('parameters'), scope);
  if ('byHand' in form) return form;
  const submitter = step.named.has('submitter') ? constant(step, 'submitter', scope) : '';
  if (typeof submitter !== 'string') return { byHand: 'its submitter is computed' };
  const users = submitter
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const differs = [
    'the build ends while it waits, so later tasks find only the files that outputFiles keep',
    ...(users.length > 0 ? ['a group of Jenkins must be written under "groups"'] : []),
    ...(step.named.has('ok') || step.named.has('cancel') ? ['the buttons have their own texts'] : []),
    ...(step.named.has('submitterParameter') ? ['who decided is the output approver of the task'] : []),
    ...question.differs,
    ...form.differs,
  ];
  const shape = {
    kind: 'approval',
    message: question.text,
    ...(users.length > 0 && { users }),
    ...(form.inputs.length > 0 && { inputs: form.inputs }),
  } as const;
  return mapped([draftTask(taskIdIn(scope, 'approval'), step.call, shape)], differs);
};

/** A stage whose only step it is becomes the approval itself. */
const maxDepth = 1;

/** The directive `input { message 'x' }` has calls in place of arguments. */
function withDirectives(step: Step): Step {
  const calls = callsInClosure(step.call.arguments.at(-1)?.value);
  if (calls === undefined) return step;
  const named = new Map(step.named);
  for (const { name, arguments: values } of calls) {
    const [first] = values;
    if (first !== undefined) named.set(name, first.value);
  }
  return { ...step, named, positional: [] };
}

function formOf(
  expression: Expression | undefined,
  scope: Scope,
): { readonly inputs: readonly JsonObject[]; readonly differs: readonly string[] } | ByHand {
  if (expression === undefined) return { inputs: [], differs: [] };
  const calls = callsInClosure(expression) ?? itemsOf(expression);
  if (calls === undefined) return { byHand: 'its parameters are computed' };
  const inputs: JsonObject[] = [];
  const differs: string[] = [];
  for (const call of calls) {
    const read = call.kind === 'call' ? readParameter(call, scope) : { byHand: 'its parameters are computed' };
    if ('byHand' in read) return read;
    inputs.push({ id: read.id, ...read.properties });
    differs.push(...read.differs);
  }
  return { inputs, differs };
}

export const approvalSteps: StepTable = { input: { main: 'message', map: mapInput } };
