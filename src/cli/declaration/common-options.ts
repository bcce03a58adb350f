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

/** `--yes`, for commands that ask before they remove something. */
export const confirmationOption = {
  yes: { short: 'y', summary: 'do not ask; required without a terminal' },
} as const satisfies OptionDeclarations;

/** `--revision` of a flow. @param summary what the command does with the revision */
export function revisionOption(summary: string) {
  return { revision: { value: 'N', integer: { min: 1 }, summary } } as const satisfies OptionDeclarations;
}

/** `--output FILE`, instead of standard output. */
export const outputFile = {
  output: { value: 'FILE', short: 'o', completion: 'file', summary: 'write to this file instead' },
} as const satisfies OptionDeclarations;
