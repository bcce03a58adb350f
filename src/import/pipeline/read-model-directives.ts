import type { Call, Expression, Span } from '../groovy/syntax.ts';
import { agreed, alignCalls, alignSteps, alignValue, pairs } from './align-model.ts';
import { comparable } from './comparable.ts';
import { callFrom, closureOf, expressionFrom, statementAt } from './model-calls.ts';
import { fieldsOf, listOf, textOf, type Fields } from './model-fields.ts';
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
  if (!('argument' in model) && !('arguments' in model)) {
    const { start, end } = at;
    return callWith('agent', { kind: 'literal', value: name, start, end }, at);
  }
  const inside =
    'argument' in model
      ? expressionFrom(model['argument'], at)
      : closureOf(
          listOf(model['arguments']).map((item) => statementAt(settingFrom(item, at))),
          at,
        );
  return callWith('agent', closureOf([statementAt(callWith(name, inside, at))], at), at);
}

function settingFrom(model: Fields, at: Span): Call {
  return callWith(textOf(model['key']), expressionFrom(model['value'], at), at);
}

export function callWith(name: string, value: Expression, { start, end }: Span): Call {
  return { kind: 'call', name, arguments: [{ value }], start, end };
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
  const calls = Object.entries(settings).map(([name, value]) => callWith(name, expressionFrom(value, place), place));
  const definitions = listOf(fieldsOf(parameters)['parameters']).map((item) => statementAt(callFrom(item, place)));
  if (parameters !== undefined) calls.push(callWith('parameters', closureOf(definitions, place), place));
  return agreed(callWith('input', closureOf(calls.map(statementAt), place), place), read, true);
}
