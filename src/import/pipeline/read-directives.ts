import type { Call, Expression, Statement } from '../groovy/syntax.ts';
import { bodyOf, directiveOf, type DirectiveBlock } from './directive-block.ts';
import type { Directives, EnvironmentVariable, PostCondition } from './pipeline.ts';

/** Takes what pipelines, stages and matrices have in common. `unknown` is for the caller, who takes more. */
export function readDirectives(block: DirectiveBlock): Omit<Directives, 'unknown'> {
  const agent = block.take('agent');
  return {
    ...(agent && { agent: agentOf(agent) }),
    tools: block.takeCalls('tools'),
    environment: readEnvironment(block),
    options: block.takeCalls('options'),
    post: readPost(block),
  };
}

/** Takes the conditions of `when`. A statement that is no condition is kept as a call without a name, which nothing maps. */
export function readWhen(block: DirectiveBlock): readonly Call[] {
  const statements = block.takeSection('when')?.body ?? [];
  return statements.map((statement) => directiveOf(statement) ?? callOf(statement));
}

function callOf(statement: Statement): Call {
  const { start, end } = statement;
  const of: Expression = statement.kind === 'expression' ? statement.expression : { kind: 'unreadable', start, end };
  return { kind: 'call', name: '', of, arguments: [], start, end };
}

/** `any` and `none` are words of Jenkins, not variables. */
function agentOf(call: Call): Call {
  const value = call.arguments[0]?.value;
  if (value?.kind !== 'name' || (value.name !== 'any' && value.name !== 'none')) return call;
  const { start, end, name } = value;
  return { ...call, arguments: [{ value: { kind: 'literal', value: name, start, end } }] };
}

function readEnvironment(block: DirectiveBlock): readonly EnvironmentVariable[] {
  return (block.takeSection('environment')?.body ?? []).flatMap((statement) => {
    if (statement.kind === 'assignment' && statement.operator === '=' && statement.target.kind === 'name') {
      const { start, end, target, value } = statement;
      return { name: target.name, value, start, end };
    }
    block.keep(statement);
    return [];
  });
}

function readPost(block: DirectiveBlock): readonly PostCondition[] {
  return (block.takeSection('post')?.body ?? []).flatMap((statement) => {
    const call = directiveOf(statement);
    const body = call && bodyOf(call);
    if (body !== undefined) {
      return { condition: call!.name, steps: body.body, start: statement.start, end: statement.end };
    }
    block.keep(statement);
    return [];
  });
}
