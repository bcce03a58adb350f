import type { Entries, Placed } from '../../document/entries.ts';
import { word } from '../../document/property-kinds.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import { section } from '../../document/section.ts';
import { checkBehaviors, checkStyles, type Check } from '../flow.ts';
import { condition, template } from './flow-property-kinds.ts';

export const checkSection = section('A condition on the inputs.', {
  condition: condition({ required: true, description: 'Must be true.' }),
  message: template({
    required: true,
    filled: true,
    description: 'What to show when the condition is false.',
    details: 'It includes at most 200 characters of each value it refers to.',
  }),
  style: word(checkStyles, 'INFO', { description: 'How to show the message.' }),
  behavior: word(checkBehaviors, 'BLOCK_EXECUTION', {
    description:
      'What happens when the condition is false: nothing runs, a failed execution is recorded, or the flow runs with the message.',
    details:
      '`BLOCK_EXECUTION` rejects the request with 422. `FAIL_EXECUTION` records a failed execution without a build. `CREATE_EXECUTION` runs the flow and adds the message to its record.',
  }),
});

/** The `checks` of a flow (docs/reference/flows.md). */
export function readChecks(entries: Entries, reading: Reading): readonly Placed<Check>[] {
  return entries.read((placed) => {
    const { condition: held, message, style, behavior } = checkSection.read(new PropertyReader(placed, reading));
    return (
      held && {
        condition: held,
        message: message?.text ?? '',
        messageTemplate: message?.template ?? [],
        style,
        behavior,
      }
    );
  });
}
