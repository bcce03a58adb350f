import { environmentNameSyntax, isFlowgateName } from '../../../language/expressions/reserved-names.ts';
import { secretTypeName } from '../../../language/input-types/input-types.ts';
import { argumentsOf } from '../../groovy/arguments-of.ts';
import type { Expression } from '../../groovy/syntax.ts';
import type { EnvironmentVariable } from '../../pipeline/pipeline.ts';
import { importLimits, shortReason, tooManyNames } from '../context/import-budget.ts';
import { withReason, type Scope } from '../context/job-mapping.ts';
import { referenceTo, withBound, type KnownValue } from '../context/names.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { textOf } from '../values/texts.ts';
import { constantOf } from '../values/values.ts';
import { keepNameForPrograms, ownerOfName } from './names-of-flow.ts';
import { hiddenValue, variableOf, withVariable } from './variable-of.ts';

/**
 * Maps `environment { }`, and reports each variable. Of the pipeline (`flow`): adds variables to the flow. Of a stage:
 * the scripts in the returned scope get them. A value that only a shell knows becomes an `export` in `scope.prelude`.
 */
export function mapEnvironment(
  variables: readonly EnvironmentVariable[],
  scope: Scope,
  place: 'flow' | 'stage',
): Scope {
  let inner = scope;
  for (const [index, variable] of variables.entries()) {
    const { name } = variable;
    const isOver = index >= importLimits.names;
    const mapped = isOver ? tooManyNames : mapVariable(variable, inner, place);
    const target = 'byHand' in mapped ? undefined : name;
    scope.job.findings.add(variable, 'environment variable', { ...mapped, target });
    if ('byHand' in mapped) {
      // The reason for the first one holds back everything that uses the others.
      if (index > importLimits.names) continue;
      const unknown = withUnknown(inner, name, mapped.byHand);
      inner = withReason(unknown, variable, `environment variable ${name}`, mapped.byHand);
    } else inner = mapped.scope;
  }
  return inner;
}

interface MappedVariable {
  readonly scope: Scope;
  readonly differs: readonly string[];
}

function mapVariable(variable: EnvironmentVariable, scope: Scope, place: 'flow' | 'stage'): MappedVariable | ByHand {
  const { name, value } = variable;
  if (value.kind === 'call' && value.name === 'credentials') return mapCredential(name, value, scope);
  const { flow } = scope.job;
  const owner = ownerOfName(name, flow);
  const known = owner !== undefined && flow.inputs.has(owner) ? sameInput(owner, value, scope) : undefined;
  if (known !== undefined) return { scope: withBound(scope, name, known), differs: [] };
  const isOther = owner !== undefined && (owner !== name || flow.inputs.has(owner));
  if (isOther) return { byHand: `the flow has a variable of that name: ${owner}` };
  const written = variableOf(name, value, scope);
  if ('byHand' in written) return written;
  const { differs } = written;
  const hidden = place === 'stage' ? hiddenValue(written, scope) : undefined;
  if (hidden !== undefined) return hidden;
  if (place === 'stage' || written.shell !== undefined) return { scope: withVariable(scope, written), differs };
  flow.variables.set(name, { value: written.text, comments: scope.job.comments.above(variable) });
  const inFlow: KnownValue = { ...written.known, text: `{{ variables.${name} }}`, operand: `variables.${name}` };
  return { scope: withBound(scope, name, inFlow), differs };
}

/** The value of an input, if the variable gets nothing else: the scripts have it already. */
function sameInput(id: string, value: Expression, scope: Scope): KnownValue | undefined {
  const text = textOf(value, scope);
  const input = scope.params.get(id);
  return input !== undefined && 'text' in text && text.text === input.text ? input : undefined;
}

/** A variable whose value is by hand: what uses it is by hand too. */
function withUnknown(scope: Scope, name: string, why: string): Scope {
  const known: KnownValue = { form: 'text', unknown: shortReason(`the value of ${name} is by hand (${why})`) };
  return withBound(scope, name, known);
}

function mapCredential(
  name: string,
  value: Extract<Expression, { kind: 'call' }>,
  scope: Scope,
): MappedVariable | ByHand {
  const { flow } = scope.job;
  const first = argumentsOf(value).get('0');
  const id = first === undefined ? undefined : constantOf(first, scope);
  if (typeof id !== 'string') return { byHand: 'the id of the credential is not constant' };
  if (!environmentNameSyntax.test(name) || isFlowgateName(name))
    return { byHand: `${name} is not a valid name of a variable` };
  const owner = ownerOfName(name, flow);
  if (owner !== undefined && owner !== name) return { byHand: `its variable would be the same as that of ${owner}` };
  flow.inputs.set(name, {
    properties: { type: secretTypeName, defaults: `credential:${id}` },
    comments: scope.job.comments.above(value),
  });
  const differs = `the credential ${id} must be secret text; of a user name and password, Jenkins also sets ${name}_USR and ${name}_PSW`;
  const env = new Map(scope.env).set(name, referenceTo(`inputs.${name}`, 'secret'));
  for (const part of [`${name}_USR`, `${name}_PSW`])
    env.set(part, { form: 'secret', unknown: `only Jenkins reads ${part} from a credential` });
  return { scope: withBound({ ...scope, env }, name), differs: [differs, ...keepNameForPrograms(name, flow)] };
}
