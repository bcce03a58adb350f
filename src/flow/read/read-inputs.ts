import { isInputTypeName } from '../../expression/value-type.ts';
import { readInput } from '../../input/read-input.ts';
import type { DeclaredInput, Placed } from '../flow-draft.ts';
import type { MappingReader, PlacedMapping } from './mapping-reader.ts';
import { reportDuplicates } from './read-id.ts';
import { sourceOf } from './read-value.ts';
import { addRelative } from '../relative-findings.ts';
import { sourceTextBelow } from './reading.ts';
import type { Reading } from './reading.ts';

/** The `inputs` of a flow, also those with errors: they still declare their ids. */
export function readInputs(flow: MappingReader, most: number, reading: Reading): readonly Placed<DeclaredInput>[] {
  const inputs = flow.mappings('inputs').map((placed) => ({ value: declareInput(placed, reading), path: placed.path }));
  if (inputs.length > most) {
    flow.report('invalid-value', 'inputs', `A flow has at most ${most} inputs; this one has ${inputs.length}.`, 'key');
  }
  reportDuplicates('input', inputs, reading);
  return inputs;
}

function declareInput({ mapping, path }: PlacedMapping, reading: Reading): DeclaredInput {
  const { input, findings } = readInput(mapping, sourceTextBelow(reading.sourceText, path));
  addRelative(reading.findings, path, findings);
  if (input !== undefined) return { id: input.id, type: input.type, input };
  const { id, type } = mapping;
  const isScalar = typeof id === 'string' || typeof id === 'number' || typeof id === 'boolean';
  return {
    id: isScalar ? sourceOf(id, [...path, 'id'], reading) : '',
    ...(typeof type === 'string' && isInputTypeName(type) && { type }),
  };
}
