import type { OptionDeclarations } from './option-declaration.ts';

/** `--yes`, for commands that ask before they remove something. */
export const confirmationOption = {
  yes: { short: 'y', summary: 'do not ask; required without a terminal' },
} as const satisfies OptionDeclarations;
