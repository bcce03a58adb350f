import { plainTypes } from '../../language/input-types/input-types.ts';
import type { Expression, Statement } from '../groovy/syntax.ts';
import { allStatements, directExpressions, expressionsIn } from '../groovy/walk.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Scope } from './scope.ts';

/**
 * Knows the variables and parameters that Groovy reads although nothing in the job sets them: they come from the agent, a
 * folder, the job's page or whoever starts the build. A flow gets an input for each; without a value, scripts still find a variable of the agent.
 */
export function withUndeclared(statements: readonly Statement[], scope: Scope, mapping: PipelineMapping): Scope {
  const all = allStatements(statements);
  const declared = new Set(all.flatMap((statement) => (statement.kind === 'declaration' ? statement.names : [])));
  const expressions = all.flatMap(directExpressions).flatMap(expressionsIn);
  const parameters = new Set(expressions.flatMap(parameterOf));
  const read = new Set([...parameters, ...expressions.flatMap(variableOf)]);
  const env = new Map(scope.env);
  const params = new Map(scope.params);
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
    const isParameter = parameters.has(name);
    const differs = isParameter
      ? `nothing declares the parameter ${name}: give its input the type that the job has`
      : `nothing in the job sets ${name}, so callers must set the input`;
    env.set(name, undeclared(name, differs));
    if (isParameter) params.set(name, undeclared(name, differs));
  }
  return { ...scope, env, params };
}

function undeclared(name: string, differs: string): KnownValue {
  const operand = `inputs.${name}`;
  return { text: `{{ ${operand} }}`, operand, form: 'text', differs };
}

/** `params.X`. */
function parameterOf(expression: Expression): readonly string[] {
  const isParameter =
    expression.kind === 'property' && expression.of.kind === 'name' && expression.of.name === 'params';
  return isParameter && /^[A-Za-z]\w*$/.test(expression.name) ? [expression.name] : [];
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
