import type { Validation } from './validation.ts';

/** What a single environment variable holds at most, in bytes (DESIGN 3). */
export const mostValueBytes = 96 * 1024;

/** Checks that the variables fit into the environment. */
export function validateValues({ draft, findings }: Validation): void {
  for (const { value, path } of draft.variables) {
    const bytes = Buffer.byteLength(value.text);
    if (bytes <= mostValueBytes) continue;
    const message = `The value has ${bytes} bytes; a variable holds at most ${mostValueBytes}. Use an input of type FILE.`;
    findings.push({ code: 'value-too-large', message, path });
  }
}
