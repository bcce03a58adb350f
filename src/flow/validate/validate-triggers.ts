import { quoteShort } from '../../problem/describe-value.ts';
import type { Validation } from './validation.ts';

/** Checks that triggers give values to inputs that exist. */
export function validateTriggers({ draft, declarations, suggestions, findings }: Validation): void {
  for (const { value, path } of draft.triggers) {
    for (const id of Object.keys(value.inputs)) {
      if (declarations.inputs.has(id)) continue;
      const advice = suggestions.for(id, declarations.inputs.keys());
      findings.push({ code: 'unknown-reference', message: `There is no input ${quoteShort(id)}.${advice}`, path: [...path, 'inputs', id], at: 'key' });
    }
  }
}
