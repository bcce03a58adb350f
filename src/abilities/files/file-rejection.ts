import { quoteShort } from '../../base/problem/describe-value.ts';
import { didYouMean } from '../../base/text/nearest-word.ts';
import type { Flow } from '../../language/flow/flow.ts';
import { isFile, typeOf } from '../../language/inputs/input.ts';
import { SecretIds } from '../../language/inputs/secret-ids.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';

/** Why a flow takes no file of this name for an input, whatever the file contains; undefined if it may take it. */
export function fileRejection({ inputs }: Flow, inputId: string, filename: string): InputViolation | undefined {
  const input = inputs.find(({ id }) => id === inputId);
  const shown = new SecretIds(inputs).shown(inputId, filename === '' ? null : { filename });
  if (input === undefined) {
    const files = inputs.filter(isFile).map(({ id }) => id);
    const message = `Unknown input ${quoteShort(inputId)}.${didYouMean(inputId, files)}`;
    return { inputId, message, providedValue: shown };
  }
  const message = messageFor(filename, isFile(input) ? undefined : typeOf(input).expected);
  return message === undefined ? undefined : { inputId, message, providedValue: shown };
}

/** @param expected what the input accepts instead of files */
function messageFor(filename: string, expected: string | undefined): string | undefined {
  if (expected !== undefined) return `Value must be ${expected}; found a file`;
  return filename === '' ? 'The file must have a name' : undefined;
}
