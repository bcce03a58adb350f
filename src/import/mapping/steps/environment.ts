import type { Expression } from '../../groovy/syntax.ts';
import type { ByHand } from '../draft-task.ts';
import { withVariable } from '../map-environment.ts';
import type { StepHandler } from '../mapping.ts';
import { piecesOf, type StringPiece } from '../pieces-of.ts';
import type { Scope } from '../scope.ts';
import { shellWordOfPieces } from '../shell-of.ts';
import { variableOfPieces } from '../variable-of.ts';
import { disabledBlock } from './disabled-block.ts';
import { isByHand, itemsOf, mapped } from './reading.ts';

/** `withEnv(['NAME=value', 'PATH+X=/opt/x/bin']) { ... }`: the scripts inside get the variables. */
const withEnv: StepHandler = (step, scope, mapping) => {
  const overrides = itemsOf(step.named.get('overrides'));
  if (overrides === undefined) return disabledBlock(step, scope, mapping, 'its variables are computed');
  let inside = scope;
  const differs: string[] = [];
  for (const override of overrides) {
    const next = withOverride(override, inside);
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

function withOverride(expression: Expression, scope: Scope): Extended | ByHand {
  const pieces = piecesOf(expression, scope);
  if (isByHand(pieces)) return pieces;
  const [first = '', ...others] = pieces;
  const match = typeof first === 'string' ? /^(\w+)(\+\w*)?=/.exec(first) : null;
  if (typeof first !== 'string' || match === null) return { byHand: 'the name of a variable is computed' };
  const [whole, name = '', prepends] = match;
  const rest = first.slice(whole.length);
  const value: readonly StringPiece[] = rest === '' && others.length > 0 ? others : [rest, ...others];
  if (prepends !== undefined) return prepended(name, value, scope);
  const written = variableOfPieces(name, value, scope);
  if (isByHand(written)) return written;
  if (scope.prelude.some((line) => line.startsWith(`export ${name}=`)))
    return { byHand: `${name} is set again, and only a shell knows its value outside` };
  return { scope: withVariable(scope, written), differs: written.differs };
}

/** `PATH+X=/opt/x`: a folder in front of the others. */
function prepended(name: string, value: readonly StringPiece[], scope: Scope): Extended | ByHand {
  const word = shellWordOfPieces(value, scope);
  if (isByHand(word)) return word;
  const line = `export ${name}=${word.text}"\${${name}:+:$${name}}"`;
  return { scope: { ...scope, prelude: [...scope.prelude, line] }, differs: word.differs };
}

export const environmentHandlers: Readonly<Record<string, StepHandler>> = { withEnv };
