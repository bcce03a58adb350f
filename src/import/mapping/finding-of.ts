import type { Finding } from '../finding.ts';
import type { Span } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';

/** What became of a directive: by hand, approximated if something differs, or mapped. */
export function finding(
  { start, end }: Span,
  construct: string,
  result: ByHand | { readonly differs?: readonly string[]; readonly note?: string; readonly target?: string },
): Finding {
  const place = { start, end, construct };
  if ('byHand' in result) return { ...place, outcome: 'by hand', message: result.byHand };
  const { differs = [], note, target } = result;
  const message = differs.length > 0 ? [...new Set(differs)].join('; ') : note;
  return {
    ...place,
    outcome: differs.length > 0 ? 'approximated' : 'mapped',
    ...(message !== undefined && { message }),
    ...(target !== undefined && { target }),
  };
}
