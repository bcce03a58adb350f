import type { OptionDeclaration } from './option-declaration.ts';

/** What help adds to the summary of an option or argument: allowed values, default, repetition, variable. */
export function optionNotes({
  value,
  allowed,
  default: fallback,
  repeated,
  variable,
}: Partial<OptionDeclaration>): string {
  return [
    allowed === undefined ? '' : allowed.join(', '),
    fallback === undefined ? '' : `default: ${fallback}`,
    repeated && value !== undefined ? 'can be repeated' : '',
    variable === undefined ? '' : `or ${variable}`,
  ]
    .filter((note) => note !== '')
    .join('; ');
}
