import { parseTemplate } from '../../expressions/parse-template.ts';
import type { Placed } from '../flow-draft.ts';
import type { Check } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { PlacedMapping } from '../../document/entries.ts';
import { readCondition } from './read-condition.ts';
import type { Reading } from '../../document/reading.ts';

/** The `checks` of a flow (DESIGN 2). */
export function readChecks(flow: PropertyReader, reading: Reading): readonly Placed<Check>[] {
  return flow
    .entries('checks')
    .mappings()
    .flatMap((placed) => {
      const value = readCheck(placed, reading);
      return value === undefined ? [] : [{ value, path: placed.path }];
    });
}

function readCheck(placed: PlacedMapping, reading: Reading): Check | undefined {
  const reader = new PropertyReader(placed, reading);
  const condition = reader.isMissing('condition') ? undefined : readCondition(reader, 'condition', reading);
  const message = reader.requiredText('message') ?? '';
  addInside(reading.problems, reader.pathOf('message'), parseTemplate(message).problems);
  const style = reader.word('style', ['INFO', 'SUCCESS', 'WARNING', 'ERROR'] as const) ?? 'INFO';
  const behavior =
    reader.word('behavior', ['BLOCK_EXECUTION', 'FAIL_EXECUTION', 'CREATE_EXECUTION'] as const) ?? 'BLOCK_EXECUTION';
  reader.finish();
  return condition && { condition, message, style, behavior };
}
