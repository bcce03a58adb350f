import type { JsonValue } from '../../../text/json-value.ts';
import type { Expression } from '../../groovy/syntax.ts';
import { argumentsOf } from '../arguments-of.ts';
import { constantOf } from '../constant-of.ts';
import type { ByHand } from '../draft-task.ts';
import type { StepHandler } from '../mapping.ts';
import type { Scope } from '../scope.ts';
import { textOf } from '../text-of.ts';
import { disabledBlock } from './disabled-block.ts';
import { constant, flag, isByHand, itemsOf, mapped, stepId } from './reading.ts';
import { valueOf } from './rules.ts';
import { otherArguments } from './to-step.ts';

/** `build job: 'team/deploy', parameters: [...]`: a call of the flow that the job becomes. */
const build: StepHandler = (step, scope, mapping) => {
  const known = ['job', 'parameters', 'wait', 'propagate', 'quietPeriod', 'waitForStart'];
  const other = otherArguments(step, known);
  if (other !== undefined) return other;
  const job = constant(step, 'job', scope);
  if (typeof job !== 'string') return { byHand: 'the name of the job is computed' };
  const key = flowOfJob(job, mapping.flow.namespace);
  if (key === undefined) return { byHand: `${job} is not a valid name of a flow` };
  const inputs = inputsOf(step.named.get('parameters'), scope);
  if (isByHand(inputs)) return inputs;
  const isAwaited = flag(step, 'wait', scope, true);
  const propagates = flag(step, 'propagate', scope, true);
  if (isAwaited === undefined || propagates === undefined) return { byHand: 'whether it waits is computed' };
  const { start, end } = step.call;
  const differs = [
    `it calls the flow ${key.namespace}/${key.flowId}, which must exist`,
    ...(isAwaited && propagates ? [] : isAwaited ? ['a failure of the flow is a warning of this one'] : []),
    ...(step.named.has('quietPeriod') ? ['it starts without a quiet period'] : []),
    ...inputs.differs,
  ];
  const shape = { kind: 'call', ...key, inputs: inputs.values, isAwaited } as const;
  const common = isAwaited && !propagates ? ({ allow_failure: true } as const) : {};
  return mapped(
    [{ id: stepId(mapping, scope, key.flowId), shape, common, comments: [], span: { start, end } }],
    differs,
  );
};

/** The flow that the import of a job makes: its folders are the namespace. A relative path starts at those of this flow. */
export function flowOfJob(
  job: string,
  namespace: string,
): { readonly namespace: string; readonly flowId: string } | undefined {
  const path = job.startsWith('/') ? [] : namespace.split('.');
  for (const step of job.split('/').filter((part) => part !== '')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  const flowId = path.pop();
  const place = path.map((part) => part.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-')).join('.');
  if (flowId === undefined || !/^[A-Za-z0-9][\w.-]*$/.test(flowId)) return undefined;
  return { namespace: place === '' ? namespace : place, flowId };
}

interface GivenInputs {
  readonly values: Readonly<Record<string, JsonValue>>;
  readonly differs: readonly string[];
}

/** `[string(name: 'X', value: 'a'), booleanParam(...)]` as values of inputs. */
function inputsOf(expression: Expression | undefined, scope: Scope): GivenInputs | ByHand {
  const values: Record<string, JsonValue> = {};
  const differs: string[] = [];
  if (expression === undefined) return { values, differs };
  const items = itemsOf(expression);
  if (items === undefined) return { byHand: 'its parameters are computed' };
  for (const item of items) {
    const given = item.kind === 'call' ? argumentsOf(item) : undefined;
    const [name, value] = [given?.get('name'), given?.get('value')];
    const id = name === undefined ? undefined : constantOf(name, scope);
    if (typeof id !== 'string' || value === undefined) return { byHand: 'its parameters are computed' };
    const written = valueOf(value, scope);
    if (isByHand(written)) return { byHand: `the value of ${id}: ${written.byHand}` };
    values[id] = written.value;
    differs.push(...written.differs);
  }
  return { values, differs };
}

/** `lock('printer') { ... }`: a flow holds its locks from its start to its end. */
const lock: StepHandler = (step, scope, mapping) => {
  const resource = step.named.get('resource') ?? step.named.get('label');
  const quantity = step.named.has('quantity') ? constant(step, 'quantity', scope) : 1;
  const isPool = !step.named.has('resource') && !step.named.has('quantity');
  const name = resource === undefined ? undefined : textOf(resource, scope);
  const known = [
    'resource',
    'label',
    'quantity',
    'inversePrecedence',
    'skipIfLocked',
    'variable',
    'extra',
    'priority',
    'reason',
  ];
  const other = otherArguments(step, known);
  if (other !== undefined) return disabledBlock(step, scope, mapping, other.byHand);
  if (name === undefined || isByHand(name) || !/^(?:[\w.-]|\{\{ inputs\.[\w.-]+ \}\}){1,128}$/.test(name.text))
    return disabledBlock(step, scope, mapping, 'the name of the lock is computed, or not one that a flow can have');
  if (isPool)
    return disabledBlock(step, scope, mapping, 'it takes all resources of a pool, whose number the job does not say');
  if (step.named.has('skipIfLocked') || step.named.has('variable') || step.named.has('extra') || quantity !== 1)
    return disabledBlock(
      step,
      scope,
      mapping,
      'a lock of a flow has one name, and holds up an execution until it is free',
    );
  if (!mapping.flow.locks.includes(name.text)) mapping.flow.locks.push(name.text);
  const differs = ['the flow holds the lock from its start to its end', ...name.differs];
  return mapped(mapping.steps(step.body ?? [], scope), differs);
};

export const jobHandlers: Readonly<Record<string, StepHandler>> = { build, lock };
