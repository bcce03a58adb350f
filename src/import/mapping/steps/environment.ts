import { environmentNameSyntax, isFlowgateName } from '../../../language/expressions/reserved-names.ts';
import { secretTypeName } from '../../../language/input-types/input-types.ts';
import type { Call, Expression } from '../../groovy/syntax.ts';
import { argumentsOf } from '../arguments-of.ts';
import { constantOf } from '../constant-of.ts';
import type { ByHand } from '../draft-task.ts';
import { keepNameForPrograms, ownerOfName } from '../input-names.ts';
import { withBound, withVariable } from '../map-environment.ts';
import type { Mapping, StepHandler } from '../mapping.ts';
import { piecesOf, type StringPiece } from '../pieces-of.ts';
import type { KnownValue, Scope } from '../scope.ts';
import { shellWordOfPieces } from '../shell-of.ts';
import type { WrittenValue } from '../value.ts';
import { hiddenValue, variableOfPieces } from '../variable-of.ts';
import { disabledBlock } from './disabled-block.ts';
import { isByHand, itemsOf, mapped } from './reading.ts';

/** `withEnv(['NAME=value', 'PATH+X=/opt/x/bin']) { ... }`: the scripts inside get the variables. */
const withEnv: StepHandler = (step, scope, mapping) => {
  const overrides = itemsOf(step.named.get('overrides'));
  if (overrides === undefined) return disabledBlock(step, scope, mapping, 'its variables are computed');
  let inside = scope;
  const differs: string[] = [];
  for (const override of overrides) {
    const next = withOverride(override, scope, inside);
    if (isByHand(next)) return disabledBlock(step, scope, mapping, next.byHand);
    inside = next.scope;
    differs.push(...next.differs);
  }
  return mapped(mapping.steps(step.body ?? [], inside), differs);
};

interface Extended {
  readonly scope: Scope;
  readonly differs: readonly string[];
}

/** Groovy evaluates the whole list before the first variable is set: values come from the `outer` scope. */
function withOverride(expression: Expression, outer: Scope, scope: Scope): Extended | ByHand {
  const pieces = piecesOf(expression, outer);
  if (isByHand(pieces)) return pieces;
  const [first = '', ...others] = pieces;
  const match = typeof first === 'string' ? /^(\w+)(\+\w*)?=/.exec(first) : null;
  if (typeof first !== 'string' || match === null) return { byHand: 'the name of a variable is computed' };
  const [whole, name = '', prepends] = match;
  const rest = first.slice(whole.length);
  const value: readonly StringPiece[] = rest === '' && others.length > 0 ? others : [rest, ...others];
  const read = (word: string) =>
    [...(scope.bound ?? [])].find((other) => !outer.bound?.has(other) && reads(word, other));
  if (prepends !== undefined) {
    const word = shellWordOfPieces(value, outer);
    if (isByHand(word)) return word;
    const changed = read(word.text);
    return changed === undefined ? prepended(name, word, scope) : changedBefore(name, changed);
  }
  const written = variableOfPieces(name, value, outer);
  if (isByHand(written)) return written;
  const changed = read(written.shell ?? '');
  if (changed !== undefined) return changedBefore(name, changed);
  const hidden = hiddenValue(written, scope);
  if (hidden !== undefined) return hidden;
  return { scope: withVariable(scope, written), differs: written.differs };
}

const reads = (word: string, name: string) => new RegExp(`\\$\\{?${name}\\b`).test(word);

const changedBefore = (name: string, other: string): ByHand => ({
  byHand: `${name} gets the value that ${other} had before, which the same list changes`,
});

/** `PATH+X=/opt/x`: a folder in front of the others. */
function prepended(name: string, word: WrittenValue, scope: Scope): Extended {
  const line = `export ${name}=${word.text}"\${${name}:+:$${name}}"`;
  return { scope: withBound({ ...scope, prelude: [...scope.prelude, line] }, name), differs: word.differs };
}

/** `withCredentials([string(credentialsId: 'x', variable: 'TOKEN')]) { ... }`: a SECRET input with the name of the variable. */
const withCredentials: StepHandler = (step, scope, mapping) => {
  const bindings = itemsOf(step.named.get('bindings'));
  if (bindings === undefined) return disabledBlock(step, scope, mapping, 'its credentials are computed');
  const inputs = bindings.flatMap((binding) => readBinding(binding, scope));
  const problem = inputs.find(isByHand);
  if (problem !== undefined) return disabledBlock(step, scope, mapping, problem.byHand);
  const differs: string[] = [];
  let inside = scope;
  for (const input of inputs) {
    if (isByHand(input)) continue;
    const added = addSecret(input, inside, mapping);
    if (isByHand(added)) return disabledBlock(step, scope, mapping, added.byHand);
    inside = added.scope;
    differs.push(...added.differs);
  }
  return mapped(
    mapping.steps(step.body ?? [], inside),
    differs,
    'the operator allows the credential for the namespace',
  );
};

interface BoundSecret {
  readonly name: string;
  /** Of a credential that is one secret; without it, callers give the secret. */
  readonly credential?: string;
  readonly differs?: string;
}

function readBinding(binding: Expression, scope: Scope): readonly (BoundSecret | ByHand)[] {
  if (binding.kind !== 'call') return [{ byHand: 'a credential is computed' }];
  const given = argumentsOf(binding);
  const text = (name: string) => {
    const value = given.get(name);
    const constant = value === undefined ? undefined : constantOf(value, scope);
    return typeof constant === 'string' ? constant : undefined;
  };
  const id = text('credentialsId');
  const kind = kindOf(binding, given, scope);
  if (id === undefined) return [{ byHand: 'the id of a credential is computed' }];
  if (kind === 'string') {
    const name = text('variable');
    return name === undefined ? [{ byHand: 'the variable of a credential is computed' }] : [{ name, credential: id }];
  }
  if (kind === 'usernamePassword') {
    const names = [text('usernameVariable') ?? 'USERNAME', text('passwordVariable') ?? 'PASSWORD'];
    const differs = `a flow cannot split the credential ${id}: give its user name and its password as two secrets`;
    return names.map((name) => ({ name, differs }));
  }
  if (kind === 'usernameColonPassword') {
    const differs = `the credential ${id} must be given as one secret, user:password`;
    return [{ name: text('variable') ?? 'USERPASS', differs }];
  }
  return [{ byHand: `a secret of a flow is a text, not a credential of the kind ${kind}` }];
}

/** `string`, or the short name of `[$class: 'StringBinding']`. */
function kindOf(binding: Call, given: ReadonlyMap<string, Expression>, scope: Scope): string {
  const named = given.get('$class');
  const name = named === undefined ? binding.name : String(constantOf(named, scope));
  return classNames[name.replace(/^.*\./, '')] ?? name;
}

const classNames: Readonly<Record<string, string>> = {
  StringBinding: 'string',
  UsernamePasswordMultiBinding: 'usernamePassword',
  UsernamePasswordBinding: 'usernameColonPassword',
};

function addSecret({ name, credential, differs }: BoundSecret, scope: Scope, { flow }: Mapping): Extended | ByHand {
  if (!environmentNameSyntax.test(name) || isFlowgateName(name))
    return { byHand: `no variable can have the name ${name}` };
  const owner = ownerOfName(name, flow);
  const properties = {
    type: secretTypeName,
    ...(credential !== undefined && { defaults: `credential:${credential}` }),
  };
  const existing = flow.inputs.get(name)?.properties;
  const isSame =
    existing !== undefined && existing['type'] === properties.type && existing['defaults'] === properties.defaults;
  if (!isSame && (owner !== undefined || existing !== undefined))
    return { byHand: `its variable ${name} would be that of ${owner ?? name}` };
  const others = isSame
    ? []
    : [...(flow.inputs.set(name, { properties, comments: [] }), keepNameForPrograms(name, flow))];
  const operand = `inputs.${name}`;
  const known: KnownValue = { text: `{{ ${operand} }}`, operand, form: 'secret' };
  return {
    scope: withBound({ ...scope, env: new Map([...scope.env, [name, known]]) }, name),
    differs: [...(differs === undefined ? [] : [differs]), ...others],
  };
}

export const environmentHandlers: Readonly<Record<string, StepHandler>> = { withEnv, withCredentials };
