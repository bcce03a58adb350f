import { minPartLength } from './secret-forms.ts';

/** Max lines of a secret: each line becomes a credential, which takes Jenkins some milliseconds to create. */
export const maxSecretLines = 200;

/** The distinct lines of a multi-line text that can be masked, trimmed. */
export function secretLines(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/);
  if (lines.length === 1) return [];
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => line.length >= minPartLength);
}

/** Whether each line of a secret can be masked. */
export function canBeMasked(value: string): boolean {
  return secretLines(value).length <= maxSecretLines;
}
