import { isInputTypeName } from '../../input-types/input-types.ts';
import type { InputBounds } from '../../input-types/input-type.ts';
import { readInput } from '../../inputs/read-input.ts';
import type { TimeBudget } from '../../patterns/time-budget.ts';
import { SchemaAllowance } from '../../patterns/schema-allowance.ts';
import { isJsonObject } from '../../../problem/json-value.ts';
import type { DeclaredInput, Placed } from '../flow-draft.ts';
import type { FlowLimits } from '../../document/flow-limits.ts';
import { addRelative } from '../relative-problems.ts';
import { entriesOf, idsBeyond } from '../../document/entries-of.ts';
import type { MappingReader, PlacedMapping } from '../../document/mapping-reader.ts';
import { sourceTextBelow } from '../../document/reading.ts';
import type { Reading } from '../../document/reading.ts';
import { reportDuplicates } from './report-duplicates.ts';

export interface ReadInputsOptions {
  readonly limits: Pick<FlowLimits, 'inputs' | 'patternLength' | 'schemaValues'>;
  /** The time for patterns and schemas of the author. */
  readonly budget: TimeBudget;
}

/**
 * The `inputs` of a flow, also those with errors: they still declare their ids. Reading stops at the limit, since reading
 * the rest would find nothing that the author needs before the list is shorter.
 */
export function readInputs(
  flow: MappingReader,
  { limits, budget }: ReadInputsOptions,
  reading: Reading,
): readonly Placed<DeclaredInput>[] {
  const bounds = { budget, patternLength: limits.patternLength, schemas: new SchemaAllowance(limits.schemaValues) };
  const inputs = flow
    .mappings('inputs', limits.inputs)
    .map((placed) => ({ value: declareInput(placed, bounds, reading), path: placed.path }));
  const { length } = entriesOf(flow, 'inputs');
  if (length > limits.inputs) {
    flow.report('invalid-value', 'inputs', `A flow has at most ${limits.inputs} inputs; this one has ${length}.`, {
      at: 'key',
    });
  }
  reportDuplicates('input', inputs, reading);
  return inputs;
}

/** The ids of inputs that were not read: those beyond the limit, and all where inputs are written as a mapping by id. */
export function unreadInputIds(flow: MappingReader, { inputs }: Pick<FlowLimits, 'inputs'>): readonly string[] {
  const value = flow.value('inputs');
  return isJsonObject(value) ? Object.keys(value) : idsBeyond(entriesOf(flow, 'inputs'), inputs);
}

function declareInput({ mapping, path }: PlacedMapping, bounds: InputBounds, reading: Reading): DeclaredInput {
  const { input, problems } = readInput(mapping, sourceTextBelow(reading.sourceText, path), bounds);
  addRelative(reading.problems, path, problems);
  if (input !== undefined) return { id: input.id, type: input.type, input };
  // Without an id or a known type; the id may still be a plain number.
  const { id, type } = mapping;
  return {
    id: typeof id === 'string' ? id : (reading.sourceText([...path, 'id']) ?? ''),
    ...(typeof type === 'string' && isInputTypeName(type) && { type }),
  };
}
