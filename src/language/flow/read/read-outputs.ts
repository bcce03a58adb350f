import { parseTemplate } from '../../expressions/parse-template.ts';
import { flowIdRule, readId } from '../../document/id-rule.ts';
import type { Placed } from '../flow-draft.ts';
import type { Output } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { PlacedMapping } from '../../document/entries.ts';
import { readOutputType } from './read-output-type.ts';
import type { Reading } from '../../document/reading.ts';
import { reportDuplicates } from './report-duplicates.ts';

/** The `outputs` of a flow (SPEC 2.5). */
export function readOutputs(flow: PropertyReader, reading: Reading): readonly Placed<Output>[] {
  const outputs = flow
    .entries('outputs')
    .mappings()
    .flatMap((placed) => {
      const value = readOutput(placed, reading);
      return value === undefined ? [] : [{ value, path: placed.path }];
    });
  reportDuplicates('output', outputs, reading);
  return outputs;
}

function readOutput(placed: PlacedMapping, reading: Reading): Output | undefined {
  const reader = new PropertyReader(placed, reading);
  const id = readId(reader, 'id', flowIdRule) ?? '';
  const type = readOutputType(reader, reading);
  const text = reader.isMissing('value') ? undefined : reader.text('value');
  const description = reader.text('description');
  reader.finish();
  if (text === undefined) return undefined;
  const { template, problems } = parseTemplate(text);
  addInside(reading.problems, reader.pathOf('value'), problems);
  // Without a readable type nothing is known about the value, and every value is a text.
  return { id, type: type ?? 'STRING', text, value: template, ...(description !== undefined && { description }) };
}
