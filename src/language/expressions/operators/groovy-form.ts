import { groovy } from '../../groovy/groovy-code.ts';

/** Groovy's signs for a conjunction and a disjunction, each with the name of its precedence. */
export const logicSigns = {
  '&&': { code: groovy`&&`, precedence: 'and' },
  '||': { code: groovy`||`, precedence: 'or' },
} as const;

/** Groovy's signs for comparisons. */
export const comparisonSigns = {
  '==': groovy`==`,
  '!=': groovy`!=`,
  '<': groovy`<`,
  '<=': groovy`<=`,
  '>': groovy`>`,
  '>=': groovy`>=`,
  in: groovy`in`,
} as const;

/**
 * How an operator is written in Groovy, as data: no other form can be printed. The operands of a comparison are always
 * terms; the printer adds parentheses.
 */
export type InfixForm = LogicForm | ComparisonForm | CallForm | NegatedForm<InfixForm>;

export type UnaryForm = OperandForm | CallForm | NegatedForm<UnaryForm>;

export interface LogicForm {
  readonly kind: 'logic';
  readonly sign: keyof typeof logicSigns;
}

export interface ComparisonForm {
  readonly kind: 'comparison';
  readonly sign: keyof typeof comparisonSigns;
  /** The operand that must have a value; it is checked first. */
  readonly needs?: 'left' | 'right';
}

/** A call with the operands as arguments. */
export interface CallForm {
  readonly kind: 'call';
  readonly name: ConditionFunction;
}

interface NegatedForm<Form> {
  readonly kind: 'negated';
  readonly form: Form;
}

/** The operand alone. */
interface OperandForm {
  readonly kind: 'operand';
}

/**
 * The functions of `templates/runtime/conditions.groovy`, for operators whose Groovy equivalent means something
 * else.
 */
export const conditionFunctions = ['isTrue', 'isEmpty', 'isEqual', 'isIn', 'matches'] as const;

export type ConditionFunction = (typeof conditionFunctions)[number];
