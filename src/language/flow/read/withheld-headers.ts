import type { PlacedReference } from '../../expressions/read-reference.ts';
import { referenceText } from '../../expressions/reference.ts';
import type { Path } from '../../../problem/problem.ts';
import type { Reading } from '../../document/reading.ts';

/** Headers that prove who calls, which must not become visible as the values of an execution. */
const withheldHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-flowgate-key',
  'x-gitlab-token',
  'x-hub-signature',
  'x-hub-signature-256',
  'webhook-signature',
]);

/** Reports references to headers that a flow is not given. */
export function reportWithheld(references: readonly PlacedReference[], path: Path, { problems }: Reading): void {
  for (const { reference, range } of references) {
    const isWithheld =
      reference.root === 'trigger' && reference.part === 'headers' && withheldHeaders.has(reference.path.join('.'));
    if (!isWithheld) continue;
    problems.push({
      code: 'unknown-reference',
      message: `${referenceText(reference)} is not there: the header proves who calls, and is not passed on.`,
      path,
      range,
    });
  }
}
