import { callAt, closureAt, statementOf } from '../groovy/make-tree.ts';
import type { Call, Span } from '../groovy/syntax.ts';
import { agreed, alignCalls, alignSteps, alignValue, comparable, pairs } from './align-model.ts';
import { callFrom, expressionFrom, fieldsOf, listOf, textOf, type Fields } from './model-calls.ts';
import type { Directives } from './pipeline.ts';

/** Builds what pipelines, stages and matrices have in common. */
export function readModelDirectives(model: Fields, read: Directives | undefined, at: Span): Directives {
  const agent =
    'agent' in model ? agreed(agentFrom(fieldsOf(model['agent']), read?.agent ?? at), read?.agent, true) : undefined;
  const tools = listOf(model['tools']).map((tool) => ({ name: tool['key'], arguments: [tool['value']] }));
  const environment = pairs(
    listOf(model['environment']),
    read?.environment ?? [],
    ({ key }) => key,
    ({ name }) => name,
  );
  const conditions = listOf(fieldsOf(model['post'])['conditions']);
  const post = pairs(
    conditions,
    read?.post ?? [],
    ({ condition }) => condition,
    ({ condition }) => condition,
  );
  return {
    ...(agent && { agent }),
    tools: alignCalls(tools, read?.tools ?? [], at),
    environment: environment.map(([{ key, value }, variable]) => {
      const { start, end } = variable ?? at;
      return { name: textOf(key), value: alignValue(value, variable?.value, variable ?? at), start, end };
    }),
    options: alignCalls(listOf(fieldsOf(model['options'])['options']), read?.options ?? [], at),
    post: post.map(([{ condition, branch }, own]) => {
      const { start, end } = own ?? at;
      const steps = alignSteps(listOf(fieldsOf(branch)['steps']), own?.steps ?? [], own ?? at);
      return { condition: textOf(condition), steps, start, end };
    }),
    unknown: read?.unknown ?? [],
  };
}

/** `{type: 'any'}`, `{type: 'label', argument}`, or `{type: 'node', arguments: [{key, value}]}`. */
function agentFrom(model: Fields, at: Span): Call {
  const name = textOf(model['type']);
  if (!('argument' in model) && !('arguments' in model)) return callAt(at, 'agent', {}, name);
  const inside =
    'argument' in model
      ? expressionFrom(model['argument'], at)
      : closureAt(
          at,
          listOf(model['arguments']).map(({ key, value }) =>
            statementOf(callAt(at, textOf(key), {}, expressionFrom(value, at))),
          ),
        );
  return callAt(at, 'agent', {}, closureAt(at, [statementOf(callAt(at, name, {}, inside))]));
}

/** The conditions, and the settings beside them such as `beforeAgent`, whose order the model does not know. */
export function readModelWhen(model: Fields, read: readonly Call[], at: Span): readonly Call[] {
  const { conditions, ...settings } = fieldsOf(model['when']);
  const built = [
    ...Object.entries(settings).map(([name, value]) => callFrom({ name, arguments: { isLiteral: true, value } }, at)),
    ...listOf(conditions).map((condition) => callFrom(condition, at)),
  ];
  const texts = (calls: readonly Call[]): string =>
    calls
      .map((call) => comparable(call))
      .toSorted()
      .join('\n');
  if (texts(built) === texts(read)) return read;
  return pairs(
    built.map(({ name }, index) => ({ name, index })),
    read,
    ({ name }) => name,
    ({ name }) => name,
  ).map(([{ index }, call]) => agreed(built[Number(index)]!, call));
}

/** `{message, id, ok, submitter, submitterParameter, parameters: {parameters}}` as a block. */
export function readModelInput(model: Fields, read: Call | undefined, at: Span): Call | undefined {
  if (!('input' in model)) return undefined;
  const place = read ?? at;
  const { parameters, ...settings } = fieldsOf(model['input']);
  const calls = Object.entries(settings).map(([name, value]) => callAt(place, name, {}, expressionFrom(value, place)));
  const definitions = listOf(fieldsOf(parameters)['parameters']).map((item) => statementOf(callFrom(item, place)));
  if (parameters !== undefined) calls.push(callAt(place, 'parameters', {}, closureAt(place, definitions)));
  return agreed(callAt(place, 'input', {}, closureAt(place, calls.map(statementOf))), read, true);
}
