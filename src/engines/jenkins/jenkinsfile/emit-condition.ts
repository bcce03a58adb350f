import type { TypeOf } from '../../../language/expressions/condition-kind.ts';
import type { Condition, LiteralValue } from '../../../language/expressions/condition.ts';
import {
  comparisonSigns,
  logicSigns,
  type ComparisonForm,
  type ConditionFunction,
  type InfixForm,
  type LogicForm,
  type UnaryForm,
} from '../../../language/expressions/operators/groovy-form.ts';
import { Operand } from '../../../language/expressions/operators/operand.ts';
import { infixOperator, unaryOperator } from '../../../language/expressions/operators/operators.ts';
import { javaPattern } from '../../../language/expressions/portable-pattern.ts';
import { environmentName, type Reference } from '../../../language/expressions/reference.ts';
import { groovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyBoolean, groovyList, groovyNumber, groovyString } from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';

/**
 * A well-typed condition as a Groovy expression of type boolean, for `@NonCPS` methods in Jenkins' sandbox. Values come
 * from `input`, `variable` and `output` of the pipeline runtime (a typed value or null). Each operator defines its
 * Groovy form; the functions of `templates/runtime/conditions.groovy` replace Groovy's own operators if they differ
 * from `evaluateCondition`.
 */
export function emitCondition(condition: Condition, typeOf: TypeOf, runtime: RuntimeCalls): GroovyCode {
  const { code } = emit(condition, { typeOf, runtime });
  const isBoolean = condition.kind === 'infix' || condition.kind === 'unary';
  return isBoolean ? code : call(runtime, 'isTrue', code);
}

/** Groovy's precedence, as far as it matters here; operands of a comparison are always terms. */
const strength = { or: 1, and: 2, comparison: 3, not: 4, term: 5 } as const;

interface Place {
  readonly typeOf: TypeOf;
  readonly runtime: RuntimeCalls;
}

interface Emitted {
  readonly code: GroovyCode;
  readonly strength: number;
}

function emit(condition: Condition, place: Place): Emitted {
  const { typeOf, runtime } = place;
  switch (condition.kind) {
    case 'literal':
      return term(emitLiteral(condition.value));
    case 'reference':
      return term(emitReference(condition.reference, runtime));
    case 'list':
      return term(groovyList(condition.items.map((item) => asTerm(emit(item, place)))));
    case 'pattern':
      return term(groovyString(javaPattern(condition.pattern)));
    case 'unary': {
      const { operator, operand } = condition;
      return printUnary(unaryOperator(operator).groovy(new Operand(operand, typeOf)), emit(operand, place), runtime);
    }
    case 'infix': {
      const { operator, left, right } = condition;
      const form = infixOperator(operator).groovy(new Operand(left, typeOf), new Operand(right, typeOf));
      return printInfix(form, { left: emit(left, place), right: emit(right, place) }, runtime);
    }
  }
}

function printUnary(form: UnaryForm, operand: Emitted, runtime: RuntimeCalls): Emitted {
  switch (form.kind) {
    case 'operand':
      return operand;
    case 'call':
      return term(call(runtime, form.name, asTerm(operand)));
    case 'negated':
      return negation(printUnary(form.form, operand, runtime));
  }
}

type Sides = Readonly<Record<'left' | 'right', Emitted>>;

function printInfix(form: InfixForm, sides: Sides, runtime: RuntimeCalls): Emitted {
  switch (form.kind) {
    case 'logic':
      return printLogic(form, sides);
    case 'comparison':
      return printComparison(form, sides);
    case 'call':
      return term(call(runtime, form.name, asTerm(sides.left), asTerm(sides.right)));
    case 'negated':
      return negation(printInfix(form.form, sides, runtime));
  }
}

function printLogic({ sign }: LogicForm, { left, right }: Sides): Emitted {
  const { code, precedence } = logicSigns[sign];
  const level = strength[precedence];
  return { code: groovy`${atLeast(level, left)} ${code} ${atLeast(level, right)}`, strength: level };
}

function printComparison({ sign, needs }: ComparisonForm, sides: Sides): Emitted {
  const code = groovy`${asTerm(sides.left)} ${comparisonSigns[sign]} ${asTerm(sides.right)}`;
  if (needs === undefined) return { code, strength: strength.comparison };
  return { code: groovy`${asTerm(sides[needs])} != null && ${code}`, strength: strength.and };
}

function emitLiteral(value: LiteralValue): GroovyCode {
  switch (typeof value) {
    case 'string':
      return groovyString(value);
    case 'number':
      return groovyNumber(value);
    case 'boolean':
      return groovyBoolean(value);
    default:
      return groovy`null`;
  }
}

function emitReference(reference: Reference, runtime: RuntimeCalls): GroovyCode {
  switch (reference.root) {
    case 'inputs':
      return runtime.callInFrame('input', groovyString(reference.id));
    case 'variables':
      return runtime.callInFrame('variable', groovyString(reference.name));
    case 'task_outputs':
      return runtime.callInFrame('output', groovyString(reference.taskId), groovyString(reference.field));
    case 'items':
      return runtime.callInFrame('item', groovyString(reference.block), groovyString(reference.field ?? 'value'));
    case 'item_index':
      return runtime.callInFrame('item', groovyString(reference.block), groovyString(''));
    case 'trigger':
      throw new TypeError('A condition on a delivery is evaluated before there is a build');
    default:
      return runtime.callInFrame('variable', groovyString(environmentName(reference)));
  }
}

function asTerm(emitted: Emitted): GroovyCode {
  return atLeast(strength.term, emitted);
}

function atLeast(level: number, emitted: Emitted): GroovyCode {
  return emitted.strength >= level ? emitted.code : groovy`(${emitted.code})`;
}

function negation(operand: Emitted): Emitted {
  return { code: groovy`!${atLeast(strength.not, operand)}`, strength: strength.not };
}

function call(runtime: RuntimeCalls, name: ConditionFunction, ...operands: readonly GroovyCode[]): GroovyCode {
  return runtime.call(name, ...operands);
}

function term(code: GroovyCode): Emitted {
  return { code, strength: strength.term };
}
