import { kindOf, type TypeOf } from '../expression/condition-kind.ts';
import type { Condition } from '../expression/condition.ts';
import { javaPattern } from '../expression/portable-pattern.ts';
import type { Reference } from '../expression/reference.ts';
import { type GroovyCode, trustedGroovy } from './groovy-code.ts';
import { groovyBoolean, groovyList, groovyNumber, groovyString } from './quote.ts';

/**
 * A well-typed condition as a Groovy expression of type boolean, for `@NonCPS` methods in Jenkins' sandbox.
 * Values come from `input`, `variable` and `output` of the pipeline runtime (a typed value or null); `isTrue`, `isEmpty`,
 * `isEqual`, `isIn` and `matches` of `templates/runtime/conditions.groovy` stand where Groovy's own operators would
 * differ from `evaluateCondition`.
 */
export function emitCondition(condition: Condition, typeOf: TypeOf): GroovyCode {
  const { code } = emit(condition, typeOf);
  const isBoolean = condition.kind !== 'reference' && condition.kind !== 'literal' && condition.kind !== 'list';
  return isBoolean ? code : call('isTrue', code);
}

/** Groovy's precedence, as far as it is relied on; operands of a comparison are always terms. */
const strength = { or: 1, and: 2, comparison: 3, not: 4, term: 5 } as const;

interface Emitted {
  readonly code: GroovyCode;
  readonly strength: number;
}

function emit(condition: Condition, typeOf: TypeOf): Emitted {
  switch (condition.kind) {
    case 'literal':
      return term(emitLiteral(condition.value));
    case 'reference':
      return term(emitReference(condition.reference));
    case 'list':
      return term(groovyList(condition.items.map((item) => emitTerm(item, typeOf))));
    case 'not':
      return negation(emit(condition.operand, typeOf));
    case 'empty': {
      const emptiness = term(call('isEmpty', emitTerm(condition.operand, typeOf)));
      return condition.negated ? negation(emptiness) : emptiness;
    }
    case 'binary':
      return emitBinary(condition, typeOf);
  }
}

type Comparison = Extract<Condition, { kind: 'binary' }>;

function emitBinary(comparison: Comparison, typeOf: TypeOf): Emitted {
  const { operator, left, right } = comparison;
  switch (operator) {
    case 'and':
      return joined(comparison, '&&', strength.and, typeOf);
    case 'or':
      return joined(comparison, '||', strength.or, typeOf);
    case '==':
      return emitEquality(comparison, typeOf);
    case '!=': {
      const equality = emitEquality(comparison, typeOf);
      return equality.strength === strength.term ? negation(equality) : compared(emitTerm(left, typeOf), '!=', emitTerm(right, typeOf));
    }
    case 'in':
      return emitMembership(comparison, typeOf);
    case 'not in':
      return negation(emitMembership(comparison, typeOf));
    case 'matches':
      return term(call('matches', emitTerm(left, typeOf), emitPattern(right)));
    default:
      return emitOrder(comparison, typeOf);
  }
}

function joined({ left, right }: Comparison, sign: '&&' | '||', level: number, typeOf: TypeOf): Emitted {
  const code = `${atLeast(level, emit(left, typeOf))} ${sign} ${atLeast(level, emit(right, typeOf))}`;
  return { code: trustedGroovy(code), strength: level };
}

/** Groovy takes a number and the text of one digit for equal, which only the type of JSON leaves open. */
function emitEquality({ left, right }: Comparison, typeOf: TypeOf): Emitted {
  const operands = [emitTerm(left, typeOf), emitTerm(right, typeOf)] as const;
  const kinds = [kindOf(left, typeOf), kindOf(right, typeOf)];
  const isCertain = kinds.includes('null') || !(kinds.includes('json') || kinds.includes('unknown'));
  return isCertain ? compared(operands[0], '==', operands[1]) : term(call('isEqual', ...operands));
}

/** Groovy's `in` compares a Long and an Integer as unequal and fails without a list. */
function emitMembership({ left, right }: Comparison, typeOf: TypeOf): Emitted {
  const [value, list] = [emitTerm(left, typeOf), emitTerm(right, typeOf)];
  const isPlain = kindOf(left, typeOf) === 'text' && right.kind === 'list';
  return isPlain ? compared(value, 'in', list) : term(call('isIn', value, list));
}

/** Groovy sorts null first, so that only the smaller side has to be asked whether it has a value. */
function emitOrder({ operator, left, right }: Comparison, typeOf: TypeOf): Emitted {
  const order = compared(emitTerm(left, typeOf), operator, emitTerm(right, typeOf));
  const smaller = operator === '<' || operator === '<=' ? left : right;
  if (smaller.kind !== 'reference') return order;
  const code = trustedGroovy(`${emitReference(smaller.reference)} != null && ${order.code}`);
  return { code, strength: strength.and };
}

function emitLiteral(value: Extract<Condition, { kind: 'literal' }>['value']): GroovyCode {
  switch (typeof value) {
    case 'string':
      return groovyString(value);
    case 'number':
      return groovyNumber(value);
    case 'boolean':
      return groovyBoolean(value);
    default:
      return trustedGroovy('null');
  }
}

function emitReference(reference: Reference): GroovyCode {
  switch (reference.root) {
    case 'inputs':
      return call('input', groovyString(reference.id));
    case 'variables':
      return call('variable', groovyString(reference.name));
    case 'task_outputs':
      return call('output', groovyString(reference.taskId), groovyString(reference.field));
    case 'trigger':
      throw new TypeError('A condition about a delivery is looked at before there is a build');
  }
}

function emitPattern(pattern: Condition): GroovyCode {
  // The parser lets nothing but a portable pattern stand here.
  return groovyString(javaPattern(pattern.kind === 'literal' ? String(pattern.value) : ''));
}

function emitTerm(condition: Condition, typeOf: TypeOf): GroovyCode {
  return atLeast(strength.term, emit(condition, typeOf));
}

function atLeast(level: number, emitted: Emitted): GroovyCode {
  return emitted.strength >= level ? emitted.code : trustedGroovy(`(${emitted.code})`);
}

function negation(operand: Emitted): Emitted {
  return { code: trustedGroovy(`!${atLeast(strength.not, operand)}`), strength: strength.not };
}

function compared(left: GroovyCode, sign: string, right: GroovyCode): Emitted {
  return { code: trustedGroovy(`${left} ${sign} ${right}`), strength: strength.comparison };
}

function call(name: string, ...operands: readonly GroovyCode[]): GroovyCode {
  return trustedGroovy(`${name}(${operands.join(', ')})`);
}

function term(code: GroovyCode): Emitted {
  return { code, strength: strength.term };
}
