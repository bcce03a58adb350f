import { plainTypes } from '../../language/input-types/input-types.ts';
import type { Expression, Statement } from '../groovy/syntax.ts';
import { allStatements, directExpressions, expressionsIn } from '../groovy/walk.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Scope } from './scope.ts';

/**
 * Knows the variables that Groovy reads although nothing in the job sets them: they come from the agent, a folder or whoever
 * starts the build. A flow gets an input for each; without a value, scripts still find a variable of the agent.
 */
export function withUndeclared(statements: readonly Statement[], scope: Scope, mapping: PipelineMapping): Scope {
  const all = allStatements(statements);
  const declared = new Set(all.flatMap((statement) => (statement.kind === 'declaration' ? statement.names : [])));
  const read = new Set(all.flatMap(directExpressions).flatMap(expressionsIn).flatMap(variableOf));
  const env = new Map(scope.env);
  for (const name of read) {
    const isSet =
      env.has(name) ||
      declared.has(name) ||
      mapping.assignmentsOf(name) > 0 ||
      mapping.assignmentsOf(`env.${name}`) > 0 ||
      new RegExp(`['"]${name}['"=+]`).test(mapping.source);
    if (isSet) continue;
    mapping.flow.inputs.set(name, {
      properties: { type: plainTypes.string, required: false, description: `Nothing in the job sets ${name}.` },
      comments: [],
    });
    env.set(name, undeclared(name));
  }
  return { ...scope, env };
}

function undeclared(name: string): KnownValue {
  const operand = `inputs.${name}`;
  const differs = `nothing in the job sets ${name}, so callers must set the input`;
  return { text: `{{ ${operand} }}`, operand, form: 'text', differs };
}

/** `env.X`, and `X` if it can only be a variable of the environment. */
function variableOf(expression: Expression): readonly string[] {
  const name =
    expression.kind === 'property' && expression.of.kind === 'name' && expression.of.name === 'env'
      ? expression.name
      : expression.kind === 'name'
        ? expression.name
        : '';
  return /^[A-Z][A-Z0-9_]*$/.test(name) ? [name] : [];
}
