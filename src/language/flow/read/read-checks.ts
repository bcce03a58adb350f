import { parseTemplate } from '../../expressions/parse-template.ts';
import type { Placed } from '../flow-draft.ts';
import type { Check } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import { MappingReader } from '../../document/mapping-reader.ts';
import type { PlacedMapping } from '../../document/mapping-reader.ts';
import { readCondition } from './read-condition.ts';
import type { Reading } from '../../document/reading.ts';

/** The `checks` of a flow (DESIGN 2). */
export function readChecks(flow: MappingReader, reading: Reading): readonly Placed<Check>[] {
  return flow.mappings('checks').flatMap((placed) => {
    const value = readCheck(placed, reading);
    return value === undefined ? [] : [{ value, path: placed.path }];
  });
}

function readCheck(placed: PlacedMapping, reading: Reading): Check | undefined {
  const reader = new MappingReader(placed, reading);
  const condition = reader.isMissing('condition') ? undefined : readCondition(reader, 'condition', reading);
  const message = reader.requiredText('message') ?? '';
  addInside(reading.problems, reader.pathOf('message'), parseTemplate(message).problems);
  const style = reader.choice('style', ['INFO', 'SUCCESS', 'WARNING', 'ERROR']);
  const behavior = reader.choice('behavior', ['BLOCK_EXECUTION', 'FAIL_EXECUTION', 'CREATE_EXECUTION']);
  reader.finish();
  return condition && { condition, message, style, behavior };
}
