import type { Operand } from './operand.ts';

/** Advice for the most common slip: a literal with unneeded quotes, or without needed ones. */
export function quotingAdvice(left: Operand, right: Operand): string {
  return adviceFor(left, right) + adviceFor(right, left);
}

function adviceFor({ condition }: Operand, { kind }: Operand): string {
  if (condition.kind !== 'literal') return '';
  const { value } = condition;
  const isNumber = typeof value === 'string' && kind === 'number' && /^-?[0-9]+(\.[0-9]+)?$/.test(value);
  const isBoolean = typeof value === 'string' && kind === 'boolean' && /^(true|false)$/.test(value);
  if (isNumber || isBoolean) return ` Write ${value} without quotes.`;
  const needsQuotes = (typeof value === 'number' || typeof value === 'boolean') && kind === 'string';
  return needsQuotes ? ` Write "${value}" in quotes.` : '';
}

export function capitalised(sentence: string): string {
  return /^(the|a) /.test(sentence) ? sentence[0]!.toUpperCase() + sentence.slice(1) : sentence;
}
