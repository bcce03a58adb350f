import { escapeRegExp } from '../../language/safe-patterns/escape-reg-exp.ts';
import type { Call, Expression } from '../groovy/syntax.ts';
import { comparison, membership } from './condition-comparison.ts';
import { isOperand, operandOf, quotedPattern, type Operand } from './condition-operand.ts';
import { constantOf } from './constant-of.ts';
import type { ByHand } from './draft-task.ts';
import { flowPattern } from './flow-pattern.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/** A call as a condition: `params.X.startsWith('release/')`. Undefined for methods that no condition can say. */
export function callCondition(call: Call, scope: Scope): WrittenValue | ByHand | undefined {
  const { of, name } = call;
  const [argument, ...others] = call.arguments;
  if (of === undefined || others.length > 0 || argument?.name !== undefined) return undefined;
  if (argument === undefined) return withoutArgument(of, name, scope);
  if (name === 'contains' && of.kind === 'list') return membership(true, argument.value, of, scope);
  if (name === 'equals') return comparison('==', operandOf(of, scope), operandOf(argument.value, scope));
  if (name === 'matches') return patternCondition(of, argument.value, { isWhole: true, scope });
  const pattern = patternOf[name];
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
