import type { Entries, PlacedMap } from '../../document/entries.ts';
import { text, word } from '../../document/property-kinds.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import { section } from '../../document/section.ts';
import { parseTemplate } from '../../expressions/parse-template.ts';
import type { Placed } from '../flow-draft.ts';
import { checkBehaviors, checkStyles, type Check } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import { condition } from './flow-property-kinds.ts';

export const checkSection = section('A condition on the inputs.', {
  condition: condition({ required: true, description: 'Must be true.' }),
  message: text({
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
  return entries.maps().flatMap((placed) => {
    const value = readCheck(placed, reading);
    return value === undefined ? [] : [{ value, path: placed.path }];
  });
}

function readCheck(placed: PlacedMap, reading: Reading): Check | undefined {
  const reader = new PropertyReader(placed, reading);
  const { condition: held, message = '', style, behavior } = checkSection.read(reader);
  const { template, problems } = parseTemplate(message);
  addInside(reading.problems, reader.pathOf('message'), problems);
  return held && { condition: held, message, messageTemplate: template, style, behavior };
}
