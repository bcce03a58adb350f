import type { Expression } from '../../groovy/syntax.ts';
import type { Scope } from '../context/job-mapping.ts';
import { withBound } from '../context/names.ts';
import { hiddenValue, variableOfPieces, withVariable } from '../directives/variable-of.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { shellWordOfPieces } from '../scripts/shell-of.ts';
import { piecesOf, type StringPiece, type WrittenValue } from '../values/values.ts';
import { disabledBlock } from './blocks.ts';
import { inside, itemsOf, mapped, type StepHandler, type StepTable } from './step.ts';

/** `withEnv(['NAME=value', 'PATH+X=/opt/x/bin']) { ... }`: the scripts inside get the variables. */
const withEnv: StepHandler = (step, scope) => {
  const overrides = itemsOf(step.named.get('overrides'));
  if (overrides === undefined) return disabledBlock(step, scope, 'its variables are computed');
  let around = scope;
  const differs: string[] = [];
  for (const override of overrides) {
    const next = withOverride(override, scope, around);
    if ('byHand' in next) return disabledBlock(step, scope, next.byHand);
    around = next.scope;
    differs.push(...next.differs);
  }
  return mapped(inside(step, around), differs);
};

interface Extended {
  readonly scope: Scope;
  readonly differs: readonly string[];
}

/** Groovy evaluates the whole list before the first variable is set: values come from the `outer` scope. */
function withOverride(expression: Expression, outer: Scope, scope: Scope): Extended | ByHand {
  const pieces = piecesOf(expression, outer);
  if ('byHand' in pieces) return pieces;
  const [first = '', ...others] = pieces;
  const match = typeof first === 'string' ? /^(\w+)(\+\w*)?=/.exec(first) : null;
  if (typeof first !== 'string' || match === null) return { byHand: 'the name of a variable is computed' };
  const [whole, name = '', prepends] = match;
  const rest = first.slice(whole.length);
  const value: readonly StringPiece[] = rest === '' && others.length > 0 ? others : [rest, ...others];
  const read = (word: string) => [...scope.bound].find((other) => !outer.bound.has(other) && reads(word, other));
  if (prepends !== undefined) {
    const word = shellWordOfPieces(value, outer);
    if ('byHand' in word) return word;
    const changed = read(word.text);
    return changed === undefined ? prepended(name, word, scope) : changedBefore(name, changed);
  }
  const written = variableOfPieces(name, value, outer);
  if ('byHand' in written) return written;
  const changed = read(written.shell ?? '');
  if (changed !== undefined) return changedBefore(name, changed);
  const hidden = hiddenValue(written, scope);
  if (hidden !== undefined) return hidden;
  if (scope.prelude.some((line) => line.startsWith(`export ${name}=`)))
    return { byHand: `${name} is set again, and only a shell knows its value outside` };
  const empty = rest === '' && others.length === 0 ? [`${name} is empty, where Jenkins removes it`] : [];
  return { scope: withVariable(scope, written), differs: [...written.differs, ...empty] };
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

export const environmentSteps: StepTable = { withEnv: { main: 'overrides', map: withEnv } };
