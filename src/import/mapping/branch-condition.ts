import { escapeRegExp } from '../../language/safe-patterns/escape-reg-exp.ts';
import type { Expression } from '../groovy/syntax.ts';
import { quoted, quotedPattern } from './condition-operand.ts';
import { constantOf } from './constant-of.ts';
import type { ByHand } from './draft-task.ts';
import { flowPattern } from './flow-pattern.ts';
import { branchName, branchValue } from './known-names.ts';
import type { Mapping } from './mapping.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/** `branch 'main'`, `branch 'release/*'` or `branch pattern: '...', comparator: 'REGEXP'`, on the input for the branch. */
export function branchCondition(
  given: ReadonlyMap<string, Expression>,
  scope: Scope,
  mapping: Mapping,
): WrittenValue | ByHand {
  const argument = given.get('0') ?? given.get('pattern');
  const pattern = argument === undefined ? undefined : constantOf(argument, scope);
  if (typeof pattern !== 'string') return { byHand: 'the pattern of the branch is not constant' };
  const comparator = given.get('comparator');
  const kind = comparator === undefined ? 'GLOB' : constantOf(comparator, scope);
  const { operand, differs } = scope.env.get(branchName) ?? branchValue(mapping);
  if (operand === undefined) return { byHand: `the value of ${branchName} is not known` };
  const about = differs === undefined ? [] : [differs];
  if (kind === 'EQUALS' || (kind === 'GLOB' && !/[*?]/.test(pattern)))
    return { text: `${operand} == ${quoted(pattern)}`, differs: about };
  if (kind !== 'GLOB' && kind !== 'REGEXP') return { byHand: 'its comparator is not known' };
  const source = flowPattern(kind === 'GLOB' ? globPattern(pattern) : pattern, true);
  if (typeof source !== 'string') return source;
  return { text: `${operand} matches ${quotedPattern(source)}`, differs: about };
}

/** A pattern of Ant: `*` and `?` stay within a part of the path, `**` is any number of parts. */
function globPattern(glob: string): string {
  const parts = glob.split('/');
  const last = parts.length - 1;
  let source = '';
  for (const [index, part] of parts.entries()) {
    if (part === '**') {
      if (index === 0) source += last === 0 ? '.*' : '(?:.*/)?';
      else if (index === last) source = `${source.replace(/\/$/, '')}(?:/.*)?`;
      else source += '(?:.*/)?';
      continue;
    }
    source += part.replace(/\*+|\?|[^*?]+/g, (found) =>
      found.startsWith('*') ? '[^/]*' : found === '?' ? '[^/]' : escapeRegExp(found),
    );
    if (index < last) source += '/';
  }
  return source;
}
