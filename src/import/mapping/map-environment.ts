import { environmentNameSyntax, isFlowgateName } from '../../language/expressions/reserved-names.ts';
import { secretTypeName } from '../../language/input-types/input-types.ts';
import type { Expression } from '../groovy/syntax.ts';
import type { EnvironmentVariable } from '../pipeline/pipeline.ts';
import { argumentsOf } from './arguments-of.ts';
import { constantOf } from './constant-of.ts';
import type { ByHand } from './draft-task.ts';
import { importLimits, shortReason, tooManyNames } from './import-budget.ts';
import { keepNameForPrograms, ownerOfName } from './input-names.ts';
import type { Mapping } from './mapping.ts';
import { withReason, type KnownValue, type Scope } from './scope.ts';
import { textOf } from './text-of.ts';
import { hiddenValue, variableOf, type WrittenVariable } from './variable-of.ts';

/**
 * Maps `environment { }`, and reports each variable. Of the pipeline (`flow`): adds variables to the flow. Of a stage:
 * the scripts in the returned scope get them. A value that only a shell knows becomes an `export` in `scope.prelude`.
 */
export function mapEnvironment(
  variables: readonly EnvironmentVariable[],
  scope: Scope,
  mapping: Mapping,
  place: 'flow' | 'stage',
): Scope {
  let inner = scope;
  for (const [index, variable] of variables.entries()) {
    const { start, end, name } = variable;
    const isOver = index >= importLimits.names;
    const mapped = isOver ? tooManyNames : mapVariable(variable, inner, mapping, place);
    const span = { start, end, construct: 'environment variable' };
    if ('byHand' in mapped) {
      mapping.report({ ...span, outcome: 'by hand', message: mapped.byHand });
      // The reason for the first one holds back everything that uses the others.
      if (index > importLimits.names) continue;
      const reason = { start, end, construct: `environment variable ${name}`, why: mapped.byHand };
      inner = withReason(withUnknown(inner, name, mapped.byHand), reason);
      continue;
    }
    const message = mapped.differs.join('; ');
    mapping.report({
      ...span,
      outcome: message === '' ? 'mapped' : 'approximated',
      ...(message !== '' && { message }),
      target: name,
    });
    inner = mapped.scope;
  }
  return inner;
}

interface MappedVariable {
  readonly scope: Scope;
  readonly differs: readonly string[];
}

function mapVariable(
  variable: EnvironmentVariable,
  scope: Scope,
  mapping: Mapping,
  place: 'flow' | 'stage',
): MappedVariable | ByHand {
  const { name, value } = variable;
  if (value.kind === 'call' && value.name === 'credentials') return mapCredential(name, value, scope, mapping);
  const { flow } = mapping;
  const owner = ownerOfName(name, flow);
  const known = owner !== undefined && flow.inputs.has(owner) ? sameInput(owner, value, scope) : undefined;
  if (known !== undefined)
    return { scope: withBound({ ...scope, env: new Map(scope.env).set(name, known) }, name), differs: [] };
  const isOther = owner !== undefined && (owner !== name || flow.inputs.has(owner));
  if (isOther) return { byHand: `the flow has a variable of that name: ${owner}` };
  const written = variableOf(name, value, scope);
  if ('byHand' in written) return written;
  const { differs } = written;
  const hidden = place === 'stage' ? hiddenValue(written, scope) : undefined;
  if (hidden !== undefined) return hidden;
  if (place === 'stage' || written.shell !== undefined) return { scope: withVariable(scope, written), differs };
  flow.variables.set(name, { value: written.text, comments: mapping.commentsAbove(variable) });
  const inFlow: KnownValue = { ...written.known, text: `{{ variables.${name} }}`, operand: `variables.${name}` };
  return { scope: withBound({ ...scope, env: new Map(scope.env).set(name, inFlow) }, name), differs };
}

/** The value of an input, if the variable gets nothing else: the scripts have it already. */
function sameInput(id: string, value: Expression, scope: Scope): KnownValue | undefined {
  const text = textOf(value, scope);
  const input = scope.params.get(id);
  return input !== undefined && 'text' in text && text.text === input.text ? input : undefined;
}

/** The scripts inside get the variable: for `withEnv` and the environment of a stage. */
export function withVariable(outer: Scope, { name, text, shell, known }: WrittenVariable): Scope {
  const scope = withBound(outer, name);
  const env = new Map(scope.env).set(name, known);
  const taskEnv = new Map([...scope.taskEnv].filter(([other]) => other !== name));
  if (shell !== undefined) return { ...scope, env, taskEnv, prelude: [...scope.prelude, `export ${name}=${shell}`] };
  return { ...scope, env, taskEnv: taskEnv.set(name, text) };
}

/** The scope of statements inside of what sets a variable of the environment. */
export function withBound(scope: Scope, name: string): Scope {
  return { ...scope, bound: new Set(scope.bound).add(name) };
}

/** A variable whose value is by hand: what uses it is by hand too. */
function withUnknown(scope: Scope, name: string, why: string): Scope {
  const known: KnownValue = { form: 'text', unknown: shortReason(`the value of ${name} is by hand (${why})`) };
  return withBound({ ...scope, env: new Map(scope.env).set(name, known) }, name);
}

function mapCredential(
  name: string,
  value: Extract<Expression, { kind: 'call' }>,
  scope: Scope,
  mapping: Mapping,
): MappedVariable | ByHand {
  const { flow } = mapping;
  const first = argumentsOf(value).get('0');
  const id = first === undefined ? undefined : constantOf(first, scope);
  if (typeof id !== 'string') return { byHand: 'the id of the credential is not constant' };
  if (!environmentNameSyntax.test(name) || isFlowgateName(name))
    return { byHand: `${name} is not a valid name of a variable` };
  const owner = ownerOfName(name, flow);
  if (owner !== undefined && owner !== name) return { byHand: `its variable would be the same as that of ${owner}` };
  flow.inputs.set(name, {
    properties: { type: secretTypeName, defaults: `credential:${id}` },
    comments: mapping.commentsAbove(value),
  });
  const operand = `inputs.${name}`;
  const differs = `the credential ${id} must be secret text; of a user name and password, Jenkins also sets ${name}_USR and ${name}_PSW`;
  const env = new Map(scope.env).set(name, { text: `{{ ${operand} }}`, operand, form: 'secret' });
  for (const part of [`${name}_USR`, `${name}_PSW`])
    env.set(part, { form: 'secret', unknown: `only Jenkins reads ${part} from a credential` });
  return { scope: withBound({ ...scope, env }, name), differs: [differs, ...keepNameForPrograms(name, flow)] };
}
