import { isEmpty, isNotEmpty } from './emptiness.ts';
import { equal, unequal } from './equality.ts';
import { and, not, or } from './logic.ts';
import { matches } from './matching.ts';
import { isIn, isNotIn } from './membership.ts';
import { operatorName, type InfixOperator, type Operator, type Precedence, type UnaryOperator } from './operator.ts';
import { greater, greaterOrEqual, less, lessOrEqual } from './order.ts';

/** All operators of conditions, from weak to strong, in the order of the docs. */
export const operators: readonly Operator[] = [
  or,
  and,
  not,
  equal,
  unequal,
  less,
  lessOrEqual,
  greater,
  greaterOrEqual,
  isIn,
  isNotIn,
  matches,
  isEmpty,
  isNotEmpty,
];

const byName: ReadonlyMap<string, Operator> = new Map(operators.map((operator) => [operatorName(operator), operator]));

/** The operator with this name. @throws {RangeError} if no operator between two operands has it */
export function infixOperator(name: string): InfixOperator {
  const operator = byName.get(name);
  if (operator?.form === 'infix') return operator;
  throw new RangeError(`Unknown operator ${JSON.stringify(name)} between two operands`);
}

/** The operator with this name. @throws {RangeError} if no operator with one operand has it */
export function unaryOperator(name: string): UnaryOperator {
  const operator = byName.get(name);
  if (operator !== undefined && operator.form !== 'infix') return operator;
  throw new RangeError(`Unknown operator ${JSON.stringify(name)} with one operand`);
}

/** One spelling of an operator, as its words and signs: `not`, `in`. */
export interface Spelling {
  readonly operator: Operator;
  readonly symbols: readonly string[];
}

const spellings: readonly Spelling[] = operators.flatMap((operator) =>
  operator.spellings.map((spelling) => ({ operator, symbols: spelling.split(' ') })),
);

/** The spellings of all operators of a precedence. */
export const spellingsOf: Readonly<Record<Precedence, readonly Spelling[]>> = {
  disjunction: spellingsWith('disjunction'),
  conjunction: spellingsWith('conjunction'),
  negation: spellingsWith('negation'),
  comparison: spellingsWith('comparison'),
};

function spellingsWith(precedence: Precedence): readonly Spelling[] {
  return spellings.filter(({ operator }) => operator.precedence === precedence);
}

/** Every word and sign of an operator, without duplicates. */
export const operatorSymbols: readonly string[] = [...new Set(spellings.flatMap(({ symbols }) => symbols))];

/** Signs and words of other languages, each with advice. */
export const foreignSigns: ReadonlyMap<string, string> = new Map(
  operators.flatMap((operator) => Object.entries(operator.foreignSigns ?? {})),
);

/** The operators that join conditions, from strong to weak, for messages. */
export const joiningOperators = [...spellingsOf.conjunction, ...spellingsOf.disjunction]
  .map(({ operator }) => operatorName(operator))
  .filter((name, index, names) => names.indexOf(name) === index);
