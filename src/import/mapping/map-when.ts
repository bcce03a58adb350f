import type { Finding } from '../finding.ts';
import type { Call, Expression } from '../groovy/syntax.ts';
import { argumentsOf, callsIn } from './arguments-of.ts';
import { branchCondition } from './branch-condition.ts';
import { comparison } from './condition-comparison.ts';
import { conditionOf, joined, negated } from './condition-of.ts';
import { operandOf } from './condition-operand.ts';
import { callCondition } from './condition-strings.ts';
import { constantOf } from './constant-of.ts';
import type { ByHand } from './draft-task.ts';
import { finding } from './finding-of.ts';
import type { Mapping } from './mapping.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/**
 * The condition of a stage, without braces, and a report of each call in `when { }`. Undefined: the stage always runs,
 * since there is no `when`, or nothing but `beforeAgent` in it. `ByHand`: a part of it has no counterpart, so the whole
 * condition is unknown; the reason names that part.
 */
export function mapWhen(when: readonly Call[], scope: Scope, mapping: Mapping): WrittenValue | ByHand | undefined {
  const findings: Finding[] = [];
  const conditions = when.filter(({ name }) => !places.has(name));
  for (const place of when.filter(({ name }) => places.has(name)))
    findings.push(
      finding(place, `when ${place.name}`, { note: 'flows always evaluate conditions before they use an agent' }),
    );
  const read = readerOf(scope, mapping, findings);
  const condition = conditions.length === 0 ? undefined : joined('and', ...conditions.map(read));
  const isByHand = condition !== undefined && 'byHand' in condition;
  for (const each of findings) mapping.report(isByHand ? inByHand(each) : each);
  return condition;
}

const places = new Set(['beforeAgent', 'beforeInput', 'beforeOptions']);

/** A part of a condition that is by hand as a whole. */
function inByHand(each: Finding): Finding {
  if (each.outcome === 'by hand') return each;
  const { start, end, construct } = each;
  return { start, end, construct, outcome: 'by hand', message: 'another part of this when is by hand' };
}

/** Reads a condition, and adds a finding for it and for each condition inside. */
function readerOf(scope: Scope, mapping: Mapping, findings: Finding[]): (call: Call) => WrittenValue | ByHand {
  const read = (call: Call): WrittenValue | ByHand => {
    const condition = readCondition(call, scope, mapping, read);
    findings.push(finding(call, `when ${call.name}`, condition));
    return condition;
  };
  return read;
}

type Read = (call: Call) => WrittenValue | ByHand;

function readCondition(call: Call, scope: Scope, mapping: Mapping, read: Read): WrittenValue | ByHand {
  const given = argumentsOf(call);
  const first = given.get('0');
  switch (call.name) {
    case 'expression':
      return first === undefined ? unknown(call) : conditionOf(first, scope);
    case 'not':
    case 'allOf':
    case 'anyOf': {
      const inside = callsIn(first);
      if (inside === undefined || inside.length === 0) return unknown(call);
      const conditions = inside.map(read);
      if (call.name === 'not') return negated(joined('and', ...conditions));
      return joined(call.name === 'allOf' ? 'and' : 'or', ...conditions);
    }
    case 'environment':
      return environmentCondition(given, scope);
    case 'equals': {
      const [expected, actual] = [given.get('expected'), given.get('actual')];
      if (expected === undefined || actual === undefined) return unknown(call);
      return comparison('==', operandOf(actual, scope), operandOf(expected, scope));
    }
    case 'branch':
      return branchCondition(given, scope, mapping);
    default:
      return { byHand: advice[call.name] ?? `flows have no condition ${call.name}` };
  }
}

const advice: Readonly<Record<string, string>> = {
  buildingTag: 'a flow builds no tag: add an input for it',
  changelog: 'a flow has no changes since the last build',
  changeRequest: 'a flow builds no pull request: add an input for it',
  changeset: 'a flow has no changes since the last build',
  tag: 'a flow builds no tag: add an input for it',
  triggeredBy: 'no condition can refer to what started a flow: let the trigger set an input',
};

function unknown({ name }: Call): ByHand {
  return { byHand: `flows have no condition like ${name}` };
}

/** `environment name: 'X', value: 'y'`. */
function environmentCondition(given: ReadonlyMap<string, Expression>, scope: Scope): WrittenValue | ByHand {
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
