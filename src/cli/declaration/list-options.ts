import type { OptionDeclarations } from './option-declaration.ts';

/** `--format text|json`, for commands with a result. */
export const formatOption = {
  format: { value: 'FORMAT', summary: 'how to print the result', allowed: ['text', 'json'], default: 'text' },
} as const satisfies OptionDeclarations;

export type TextOrJson = (typeof formatOption.format.allowed)[number];

/** The options of lists. */
export const listOptions = {
  limit: { value: 'N', summary: 'max number of items', integer: { min: 1 }, default: 20 },
  ...formatOption,
} as const satisfies OptionDeclarations;
