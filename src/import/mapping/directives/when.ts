import { ownEntry } from '../../../base/text/own-entry.ts';
import { escapeRegExp } from '../../../language/safe-patterns/escape-reg-exp.ts';
import type { Finding } from '../../finding.ts';
import { argumentsOf, callsInClosure } from '../../groovy/arguments-of.ts';
import type { Call, Expression } from '../../groovy/syntax.ts';
import { callCondition, comparison, flowPattern } from '../conditions/comparison.ts';
import { conditionOf, joined, negated } from '../conditions/condition-of.ts';
import { operandOf, quoted, quotedPattern } from '../conditions/operand.ts';
import { findingOf } from '../context/findings.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { constantOf, type WrittenValue } from '../values/values.ts';
import { branchName, branchValue } from './names-of-flow.ts';

/**
 * The condition of a stage, without braces, and a report of each call in `when { }`. Undefined: the stage always runs,
 * since there is no `when`, or nothing but `beforeAgent` in it. `ByHand`: a part of it has no counterpart, so the whole
 * condition is unknown; the reason names that part.
 */
export function mapWhen(when: readonly Call[], scope: Scope): WrittenValue | ByHand | undefined {
  const findings: Finding[] = [];
  const conditions = when.filter(({ name }) => !places.has(name));
  for (const place of when.filter(({ name }) => places.has(name)))
    findings.push(findingOf(place, `when ${place.name}`, { note }));
  const read = (call: Call): WrittenValue | ByHand => {
    const found = readCondition(call, scope, read);
    findings.push(findingOf(call, `when ${call.name}`, found));
    return found;
  };
  const condition = conditions.length === 0 ? undefined : joined('and', ...conditions.map(read));
  const isByHand = condition !== undefined && 'byHand' in condition;
  for (const each of findings) scope.job.findings.report(isByHand ? inByHand(each) : each);
  return condition;
}

const note = 'flows always evaluate conditions before they use an agent';
const places = new Set(['beforeAgent', 'beforeInput', 'beforeOptions']);

/** A part of a condition that is by hand as a whole. */
function inByHand(each: Finding): Finding {
  if (each.outcome === 'by hand') return each;
  const { start, end, construct } = each;
  return { start, end, construct, outcome: 'by hand', message: 'another part of this when is by hand' };
}

type Read = (call: Call) => WrittenValue | ByHand;

function readCondition(call: Call, scope: Scope, read: Read): WrittenValue | ByHand {
  const { name } = call;
  const reader = ownEntry(readers, name);
  const given = argumentsOf(call);
  if (reader === undefined) return { byHand: ownEntry(advice, name) ?? `flows have no condition ${name}` };
  return reader(given, scope, read) ?? { byHand: `flows have no condition like ${name}` };
}

type Given = ReadonlyMap<string, Expression>;

/** The conditions of `when`; undefined for one that Jenkins would not accept either. */
const readers: Readonly<Record<string, (given: Given, scope: Scope, read: Read) => WrittenValue | ByHand | undefined>> =
  {
    expression: (given, scope) => given.get('0') && conditionOf(given.get('0')!, scope), // just seen
    not: (given, _, read) => {
      const condition = allInside('and', given, read);
      return condition && negated(condition);
    },
    allOf: (given, _, read) => allInside('and', given, read),
    anyOf: (given, _, read) => allInside('or', given, read),
    environment: environmentCondition,
    equals: (given, scope) => {
      const [expected, actual] = [given.get('expected'), given.get('actual')];
      if (expected === undefined || actual === undefined) return undefined;
      return comparison('==', operandOf(actual, scope), operandOf(expected, scope));
    },
    branch: branchCondition,
  };

function allInside(word: 'and' | 'or', given: Given, read: Read): WrittenValue | ByHand | undefined {
  const inside = callsInClosure(given.get('0'));
  return inside === undefined || inside.length === 0 ? undefined : joined(word, ...inside.map(read));
}

const noTag = 'a flow builds no tag: add an input for it';
const noChanges = 'a flow has no changes since the last build';

const advice: Readonly<Record<string, string>> = {
  buildingTag: noTag,
  changelog: noChanges,
  changeRequest: 'a flow builds no pull request: add an input for it',
  changeset: noChanges,
  tag: noTag,
  triggeredBy: 'no condition can refer to what started a flow: let the trigger set an input',
};

/** `environment name: 'X', value: 'y'`. */
function environmentCondition(given: Given, scope: Scope): WrittenValue | ByHand {
  const name = given.get('name');
  const value = given.get('value');
  const variable = name === undefined ? undefined : constantOf(name, scope);
  if (value === undefined || typeof variable !== 'string')
    return { byHand: 'the name of the variable is not constant' };
  const span = { start: value.start, end: value.end };
  const of: Expression = {
    kind: 'property',
    of: { kind: 'name', name: 'env', ...span },
    name: variable,
    isSafe: false,
    ...span,
  };
  const ignoreCase = given.get('ignoreCase');
  if (ignoreCase === undefined || constantOf(ignoreCase, scope) === false)
    return comparison('==', operandOf(of, scope), operandOf(value, scope));
  const equalsIgnoreCase: Call = { kind: 'call', of, name: 'equalsIgnoreCase', arguments: [{ value }], ...span };
  return callCondition(equalsIgnoreCase, scope) ?? { byHand: 'no condition can ignore the case of this value' };
}

/** `branch 'main'`, `branch 'release/*'` or `branch pattern: '...', comparator: 'REGEXP'`, on the input for the branch. */
function branchCondition(given: Given, scope: Scope): WrittenValue | ByHand {
  const argument = given.get('0') ?? given.get('pattern');
  const pattern = argument === undefined ? undefined : constantOf(argument, scope);
  if (typeof pattern !== 'string') return { byHand: 'the pattern of the branch is not constant' };
  const comparator = given.get('comparator');
  const kind = comparator === undefined ? 'GLOB' : constantOf(comparator, scope);
  const { operand, differs } = scope.env.get(branchName) ?? branchValue(scope.job);
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
