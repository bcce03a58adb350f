import type { Expression } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import type { KnownValue, Scope } from './scope.ts';

/** A value and what Groovy calls it. */
export interface NamedValue {
  /** Such as `params.VERSION`, for messages. */
  readonly name: string;
  readonly value: KnownValue;
  /** Whether it is a variable of the environment, which is always a string: `'false'` is true there. */
  readonly isEnvironment: boolean;
}

/** What `params.X`, `params['X']`, `env.X` or a plain name means. */
export function knownValueOf(expression: Expression, scope: Scope): NamedValue | ByHand {
  const found = foundValue(expression, scope);
  if ('byHand' in found) return found;
  const { text, shell, constant } = found.value;
  const size = Math.max(text?.length ?? 0, shell?.length ?? 0, typeof constant === 'string' ? constant.length : 0);
  return scope.budget.takeValue(size) ?? found;
}

function foundValue(expression: Expression, scope: Scope): NamedValue | ByHand {
  const path = pathOf(expression);
  if (path === undefined) return { byHand: 'it computes a value with Groovy' };
  const [root = '', key, ...rest] = path;
  const name = path.join('.');
  if (key === undefined) {
    const local = scope.locals.get(root);
    const value = local ?? scope.env.get(root);
    return value === undefined ? unknownName(name) : named({ name, value, isEnvironment: local === undefined });
  }
  const argument = scope.locals.get(name);
  if (argument !== undefined) return named({ name, value: argument, isEnvironment: false });
  if (rest.length > 0 || (root !== 'params' && root !== 'env')) return unknownName(name);
  const value = scope[root].get(key);
  if (value !== undefined) return named({ name, value, isEnvironment: root === 'env' });
  if (root === 'params') return { byHand: `the parameter ${key} is not declared` };
  return { name, value: variableOfAgent(key), isEnvironment: true };
}

/** A variable that nothing in the job sets: only a shell on the agent can read it. */
function variableOfAgent(name: string): KnownValue {
  return {
    shell: `\${${name}}`,
    form: 'text',
    differs: `${name} must be set on the agent`,
    unknown: `nothing in the job sets ${name}`,
  };
}

function named(found: NamedValue): NamedValue | ByHand {
  const { text, shell, operand, constant, unknown } = found.value;
  const isKnown = [text, shell, operand, constant].some((form) => form !== undefined);
  return isKnown ? found : { byHand: unknown ?? `the value of ${found.name} is not known` };
}

function unknownName(name: string): ByHand {
  return { byHand: `the value of ${name} is not known` };
}

/** `params.X` as its names; undefined if the expression is something else. */
export function pathOf(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'name') return [expression.name];
  if (expression.kind !== 'property' && expression.kind !== 'index') return undefined;
  const of = pathOf(expression.of);
  if (of === undefined) return undefined;
  if (expression.kind === 'property') return [...of, expression.name];
  const { index } = expression;
  return index.kind === 'literal' && typeof index.value === 'string' ? [...of, index.value] : undefined;
}
