import type { Path } from '../../../base/problem/problem.ts';
import { isJsonObject } from '../../../base/text/json-value.ts';
import type { Entries, Placed, PlacedMap } from '../../document/entries.ts';
import type { FlowLimits } from '../../document/flow-limits.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { sourceTextBelow, type Reading } from '../../document/reading.ts';
import type { InputBounds } from '../../input-types/input-type.ts';
import { inputTypes, isInputTypeName } from '../../input-types/input-types.ts';
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

/** Limits for all lists of inputs in one flow. */
export interface InputLimits {
  /** The max inputs of one list. */
  readonly max: number;
  readonly bounds: InputBounds;
}

export function inputLimits({ limits, budget }: ReadInputsOptions): InputLimits {
  const { inputs: max, patternLength, schemaValues } = limits;
  return { max, bounds: { budget, patternLength, schemas: new SchemaAllowance(schemaValues) } };
}

export interface ReadInputs {
  /** Including invalid ones: they still declare their ids. */
  readonly inputs: readonly Placed<DeclaredInput>[];
  /** The ids of inputs that were not read: those beyond the limit, or all if inputs are written as a map by id. */
  readonly unreadIds: readonly string[];
}

/** Reads the `inputs` of a flow. */
export function readInputs(flow: PropertyReader, entries: Entries, limits: InputLimits): ReadInputs {
  const inputs = readList('flow', entries, flow.pathOf('inputs'), limits, flow.reading);
  const value = flow.value('inputs');
  return { inputs, unreadIds: isJsonObject(value) ? Object.keys(value) : entries.idsBeyond(limits.max) };
}

/** Reads the inputs of a form, which people fill in while an execution waits. */
export function readForm(
  entries: Entries,
  path: Path,
  limits: InputLimits,
  reading: Reading,
): readonly Placed<DeclaredInput>[] {
  const inputs = readList('form', entries, path, limits, reading);
  for (const { value, path: place } of inputs) {
    const { type, input } = value;
    const role = type && inputTypes[type].role;
    for (const name of ['defaults', 'prefill'] as const) {
      if (role === undefined || role === 'value' || input?.[name] === undefined) continue;
      const message = `A ${type} of a form has no "${name}"; declare it in the inputs of the flow.`;
      reading.problems.push({ code: 'invalid-value', message, path: [...place, name] });
    }
  }
  return inputs;
}

/** Reads inputs up to the limit: the author has to shorten the list before further problems matter. */
function readList(
  owner: 'flow' | 'form',
  entries: Entries,
  path: Path,
  { max, bounds }: InputLimits,
  reading: Reading,
): ReadInputs['inputs'] {
  const inputs = entries
    .maps(max)
    .map((placed) => ({ value: declareInput(placed, bounds, reading), path: placed.path }));
  if (entries.length > max) {
    const message = `The ${owner} has ${entries.length} inputs; the maximum is ${max}.`;
    reading.problems.push({ code: 'invalid-value', message, path, at: 'key' });
  }
  reportDuplicates('input', inputs, reading);
  return inputs;
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
