import type { Call, Expression, Span, Statement } from '../groovy/syntax.ts';
import { constantItems } from './constant-items.ts';
import type { ByHand } from './draft-task.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Mapped, Scope } from './scope.ts';
import { stepId } from './steps/reading.ts';

/** `for (x in ['a', 'b'])`: a block that runs its tasks for each item; the first failure ends it. */
export function mapFor(
  { value, name, bodies, start, end }: Extract<Statement, { kind: 'control' }>,
  scope: Scope,
  mapping: PipelineMapping,
): Mapped | ByHand {
  if (name === undefined || value === undefined) return { byHand: 'flows loop over lists only' };
  return mapLoop({ name, list: value, body: bodies.flat(), span: { start, end } }, scope, mapping);
}

/** `['a', 'b'].each { x -> ... }`, the same as a `for`. */
export function mapEach(call: Call, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  const [only, ...others] = call.arguments;
  if (call.of === undefined || only?.value.kind !== 'closure' || others.length > 0) {
    return { byHand: 'it is Groovy, which flows do not run' };
  }
  const { parameters, body } = only.value;
  if (parameters.length > 1) return { byHand: 'flows loop over lists only' };
  return mapLoop({ name: parameters[0] ?? 'it', list: call.of, body, span: call }, scope, mapping);
}

interface Loop {
  readonly name: string;
  readonly list: Expression;
  readonly body: readonly Statement[];
  readonly span: Span;
}

function mapLoop({ name, list, body, span }: Loop, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  const items = constantItems(list, scope);
  if (items === undefined || items.length === 0) return { byHand: 'its items are computed' };
  if (new Set(items).size < items.length) return { byHand: 'the items of a loop must be unique' };
  const id = stepId(mapping, scope, 'each', name);
  const operand = `items.${id}.${name}`;
  const isWord = items.every((item) => /^[\w.,:@/+-]+$/.test(item));
  const known: KnownValue = { text: `{{ ${operand} }}`, operand, form: isWord ? 'word' : 'text' };
  const tasks = mapping.steps(body, {
    ...scope,
    depth: scope.depth + 1,
    isConditional: true,
    outerId: scope.outerId ?? id,
    locals: new Map([...scope.locals, [name, known]]),
  });
  if (tasks.length === 0) return { tasks: [], note: 'there is nothing to do' };
  const shape = {
    kind: 'matrix',
    axes: { [name]: items },
    excludes: [],
    tasks,
    failFast: true,
    concurrency: 1,
    key: `{{ ${operand} }}`,
  } as const;
  return { tasks: [{ id, isReferenced: true, shape, common: {}, comments: [], span }] };
}
