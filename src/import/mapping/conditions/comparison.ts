import { ownEntry } from '../../../base/text/own-entry.ts';
import { patternProblem } from '../../../language/expressions/portable-pattern.ts';
import { escapeRegExp } from '../../../language/safe-patterns/escape-reg-exp.ts';
import type { Call, Expression } from '../../groovy/syntax.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { constantOf, type WrittenValue } from '../values/values.ts';
import { isOperand, operandOf, quotedPattern, type Operand } from './operand.ts';

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

/** A call as a condition: `params.X.startsWith('release/')`. Undefined for methods that no condition can say. */
export function callCondition(call: Call, scope: Scope): WrittenValue | ByHand | undefined {
  const { of, name } = call;
  const [argument, ...others] = call.arguments;
  if (of === undefined || others.length > 0 || argument?.name !== undefined) return undefined;
  if (argument === undefined) return withoutArgument(of, name, scope);
  if (name === 'contains' && of.kind === 'list') return membership(true, argument.value, of, scope);
  if (name === 'equals') return comparison('==', operandOf(of, scope), operandOf(argument.value, scope));
  if (name === 'matches') return patternCondition(of, argument.value, { isWhole: true, scope });
  const pattern = ownEntry(patternOf, name);
  if (pattern === undefined) return undefined;
  const text = constantOf(argument.value, scope);
  if (typeof text !== 'string') return { byHand: `the argument of ${name}() is not constant` };
  const source = pattern(text);
  return source === undefined ? undefined : matches(operandOf(of, scope), source);
}

const patternOf: Readonly<Record<string, (text: string) => string | undefined>> = {
  contains: escapeRegExp,
  startsWith: (text) => `^${escapeRegExp(text)}`,
  endsWith: (text) => `${escapeRegExp(text)}$`,
  equalsIgnoreCase: (text) => (/^[\x20-\x7e]*$/.test(text) ? `^${text.replace(/[^]/g, inAnyCase)}$` : undefined),
};

function inAnyCase(character: string): string {
  if (!/[a-z]/i.test(character)) return escapeRegExp(character);
  return `[${character.toLowerCase()}${character.toUpperCase()}]`;
}

function withoutArgument(of: Expression, name: string, scope: Scope): WrittenValue | ByHand | undefined {
  const operand = operandOf(of, scope);
  if (!isOperand(operand)) return operand;
  switch (name) {
    case 'toBoolean':
    case 'asBoolean':
      return booleanOf(operand, name);
    case 'isEmpty':
      return isText(operand) ? { text: `${operand.text} is empty`, differs: operand.differs } : notText(operand);
    case 'isBlank':
    case 'isAllWhitespace':
    case 'trim':
      // Java trims control characters too.
      return matches(operand, String.raw`[^\x00-\x20]`, name !== 'trim');
    default:
      return undefined;
  }
}

function booleanOf(operand: Operand, name: string): WrittenValue | ByHand {
  const { text, type, differs } = operand;
  if (type === 'boolean') return { text, differs };
  if (name === 'asBoolean') return type === 'boolean text' ? notText(operand) : { text, differs };
  if (type === 'boolean text') return { text, differs };
  // Groovy takes these strings for true, whatever their case and the blanks around them.
  return matches(operand, String.raw`^[\x00-\x20]*(?:[tT][rR][uU][eE]|[yY]|1)[\x00-\x20]*$`);
}

/** `x =~ /p/` finds the pattern, `x ==~ /p/` matches the whole string. */
export function patternCondition(
  of: Expression,
  pattern: Expression,
  { isWhole, scope }: { readonly isWhole: boolean; readonly scope: Scope },
): WrittenValue | ByHand {
  const source = constantOf(pattern.kind === 'unary' && pattern.operator === '~' ? pattern.of : pattern, scope);
  if (typeof source !== 'string') return { byHand: 'its pattern is not constant' };
  const portable = flowPattern(source, isWhole);
  if (typeof portable !== 'string') return portable;
  return matches(operandOf(of, scope), portable);
}

function matches(operand: Operand | ByHand, pattern: string, isNegated = false): WrittenValue | ByHand {
  if (!isOperand(operand)) return operand;
  if (!isText(operand)) return notText(operand);
  const text = `${operand.text} matches ${quotedPattern(pattern)}`;
  return { text: isNegated ? `not (${text})` : text, differs: operand.differs };
}

function isText({ type }: Operand): boolean {
  return type === 'text' || type === 'word';
}

function notText({ name }: Operand): ByHand {
  return { byHand: `${name} is a boolean or a number in a flow` };
}

/**
 * A pattern of Java as one of flows, which is found anywhere in a string.
 * @param isWhole whether the pattern must match the whole string
 */
export function flowPattern(java: string, isWhole: boolean): string | ByHand {
  const reason = foreign(java);
  if (reason !== undefined) return { byHand: `flows have no ${reason} in patterns` };
  const pattern = isWhole ? `^${/\|/.test(java) ? `(?:${java})` : java.replace(/^\^|(?<!\\)\$$/g, '')}$` : java;
  const problem = patternProblem(pattern);
  return problem === undefined ? pattern : { byHand: problem.replace(/\.$/, '') };
}

/** What Java reads in another way than JavaScript. */
function foreign(java: string): string | undefined {
  if (/\(\?(?!:)/.test(java)) return 'flags, lookaround or named groups';
  if (/[*+?}]\+/.test(java)) return 'possessive repetitions';
  const escape = /\\([^\\dDwWstrnf.*+?^$()[\]{}|/-])/.exec(java.replaceAll('\\\\', ''));
  if (escape !== null) return `\\${escape[1]}`;
  if (/\[[^\]]*(?:\[|&&)/.test(java.replace(/\\[^]/g, ''))) return 'nested classes';
  return undefined;
}
