import { isJsonObject } from '../../../text/json-value.ts';
import type { Entries, Placed, PlacedMap } from '../../document/entries.ts';
import type { FlowLimits } from '../../document/flow-limits.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { sourceTextBelow, type Reading } from '../../document/reading.ts';
import type { InputBounds } from '../../input-types/input-type.ts';
import { isInputTypeName } from '../../input-types/input-types.ts';
import { readInput } from '../../inputs/read-input.ts';
import { SchemaAllowance } from '../../safe-patterns/schema-cost.ts';
import type { TimeBudget } from '../../safe-patterns/time-budget.ts';
import type { DeclaredInput } from '../flow-draft.ts';
import { addRelative } from '../relative-problems.ts';
import { reportDuplicates } from './report-duplicates.ts';

export interface ReadInputsOptions {
  readonly limits: Pick<FlowLimits, 'inputs' | 'patternLength' | 'schemaValues'>;
  /** The time budget for the author's patterns and schemas. */
  readonly budget: TimeBudget;
}

export interface ReadInputs {
  /** Including invalid ones: they still declare their ids. */
  readonly inputs: readonly Placed<DeclaredInput>[];
  /** The ids of inputs that were not read: those beyond the limit, or all if inputs are written as a map by id. */
  readonly unreadIds: readonly string[];
}

/** Reads the `inputs` of a flow, up to the limit: the author has to shorten the list before further problems matter. */
export function readInputs(flow: PropertyReader, entries: Entries, { limits, budget }: ReadInputsOptions): ReadInputs {
  const { reading } = flow;
  const bounds = { budget, patternLength: limits.patternLength, schemas: new SchemaAllowance(limits.schemaValues) };
  const inputs = entries
    .maps(limits.inputs)
    .map((placed) => ({ value: declareInput(placed, bounds, reading), path: placed.path }));
  if (entries.length > limits.inputs) {
    const message = `The flow has ${entries.length} inputs; the maximum is ${limits.inputs}.`;
    flow.report('invalid-value', 'inputs', message, { at: 'key' });
  }
  reportDuplicates('input', inputs, reading);
  const value = flow.value('inputs');
  return { inputs, unreadIds: isJsonObject(value) ? Object.keys(value) : entries.idsBeyond(limits.inputs) };
}

function declareInput({ map, path }: PlacedMap, bounds: InputBounds, reading: Reading): DeclaredInput {
  const { input, problems } = readInput(map, sourceTextBelow(reading.sourceText, path), bounds);
  addRelative(reading.problems, path, problems);
  if (input !== undefined) return { id: input.id, type: input.type, input };
  // Without an id or a known type. The id may be a plain number.
  const { id, type } = map;
  return {
    id: typeof id === 'string' ? id : (reading.sourceText([...path, 'id']) ?? ''),
    ...(typeof type === 'string' && isInputTypeName(type) && { type }),
  };
}
