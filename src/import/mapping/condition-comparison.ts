import type { Expression } from '../groovy/syntax.ts';
import { isOperand, operandOf, type Operand } from './condition-operand.ts';
import type { ByHand } from './draft-task.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/** `a == b` and the like. In Groovy, values of different types are never equal. */
export function comparison(
  operator: '==' | '!=' | '<' | '<=' | '>' | '>=',
  left: Operand | ByHand,
  right: Operand | ByHand,
): WrittenValue | ByHand {
  if (!isOperand(left)) return left;
  if (!isOperand(right)) return right;
  if (left.constant !== undefined && right.constant === undefined) return comparison(mirrored[operator], right, left);
  const differs = [...left.differs, ...right.differs];
  const isEquality = operator === '==' || operator === '!=';
  if (left.type === 'boolean text' || right.type === 'boolean text')
    return isEquality ? booleanText(operator, left, right) : unordered(left, right);
  if (left.type === 'null' || right.type === 'null')
    return isEquality ? { text: `${left.text} ${operator} ${right.text}`, differs } : unordered(left, right);
  if (kindOf(left) !== kindOf(right)) return { byHand: `${left.name} and ${right.name} have different types` };
  if (!isEquality && (left.type === 'boolean' || left.type === 'word' || right.type === 'word'))
    return unordered(left, right);
  return { text: `${left.text} ${operator} ${right.text}`, differs };
}

const mirrored = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

function kindOf({ type }: Operand): string {
  return type === 'word' ? 'text' : type;
}

function unordered(left: Operand, right: Operand): ByHand {
  return { byHand: `no condition can order ${left.name} and ${right.name}` };
}

/** A boolean input that Groovy reads from the environment is the string `true` or `false`. */
function booleanText(operator: '==' | '!=', left: Operand, right: Operand): WrittenValue | ByHand {
  const differs = [...left.differs, ...right.differs];
  if (left.type === right.type) return { text: `${left.text} ${operator} ${right.text}`, differs };
  const value = right.constant;
  if (value === 'true' || value === 'false') return { text: `${left.text} ${operator} ${value}`, differs };
  return { byHand: `${left.name} is the string "true" or "false" there, and never equals ${right.name}` };
}

/** `x in ['a', 'b']`. */
export function membership(isIn: boolean, left: Expression, right: Expression, scope: Scope): WrittenValue | ByHand {
  const operand = operandOf(left, scope);
  if (!isOperand(operand)) return operand;
  if (right.kind !== 'list') return { byHand: 'it checks a list that Groovy computes' };
  if (operand.type !== 'text' && operand.type !== 'word') return { byHand: `${operand.name} is not a string` };
  const items: string[] = [];
  for (const item of right.items) {
    const found = operandOf(item, scope);
    if (!isOperand(found)) return found;
    if (typeof found.constant !== 'string') return { byHand: `${found.name} is not a constant string` };
    items.push(found.text);
  }
  if (items.length === 0) return { text: String(!isIn), differs: operand.differs };
  return { text: `${operand.text} ${isIn ? 'in' : 'not in'} [${items.join(', ')}]`, differs: operand.differs };
}
