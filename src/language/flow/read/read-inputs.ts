import { isInputTypeName } from '../../input-types/input-types.ts';
import type { InputBounds } from '../../input-types/input-type.ts';
import { readInput } from '../../inputs/read-input.ts';
import type { TimeBudget } from '../../patterns/time-budget.ts';
import { SchemaAllowance } from '../../patterns/schema-cost.ts';
import { isJsonObject } from '../../../problem/json-value.ts';
import type { DeclaredInput, Placed } from '../flow-draft.ts';
import type { FlowLimits } from '../../document/flow-limits.ts';
import { addRelative } from '../relative-problems.ts';
import type { Entries, PlacedMapping } from '../../document/entries.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { sourceTextBelow } from '../../document/reading.ts';
import type { Reading } from '../../document/reading.ts';
import { reportDuplicates } from './report-duplicates.ts';

export interface ReadInputsOptions {
  readonly limits: Pick<FlowLimits, 'inputs' | 'patternLength' | 'schemaValues'>;
  /** The time for patterns and schemas of the author. */
  readonly budget: TimeBudget;
}

export interface ReadInputs {
  /** Also those with errors: they still declare their ids. */
  readonly inputs: readonly Placed<DeclaredInput>[];
  /** The ids of those that were not read: beyond the limit, or all where inputs are written as a map by id. */
  readonly unreadIds: readonly string[];
}

/**
 * The `inputs` of a flow. Reading stops at the limit, since reading the rest would find nothing that the author needs before
 * the list is shorter.
 */
export function readInputs(flow: PropertyReader, entries: Entries, { limits, budget }: ReadInputsOptions): ReadInputs {
  const { reading } = flow;
  const bounds = { budget, patternLength: limits.patternLength, schemas: new SchemaAllowance(limits.schemaValues) };
  const inputs = entries
    .mappings(limits.inputs)
    .map((placed) => ({ value: declareInput(placed, bounds, reading), path: placed.path }));
  if (entries.length > limits.inputs) {
    const message = `A flow has at most ${limits.inputs} inputs; this one has ${entries.length}.`;
    flow.report('invalid-value', 'inputs', message, { at: 'key' });
  }
  reportDuplicates('input', inputs, reading);
  const value = flow.value('inputs');
  return { inputs, unreadIds: isJsonObject(value) ? Object.keys(value) : entries.idsBeyond(limits.inputs) };
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
