import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { defaultFlowLimits } from '../../../language/document/flow-limits.ts';
import { parseFlowDocument } from '../../../language/document/parse-flow-document.ts';

export interface ListedTask {
  readonly id: string;
  /** The last part of its type, such as `Shell`. */
  readonly type: string;
  readonly isDisabled: boolean;
  /** How many blocks it is inside. */
  readonly depth: number;
}

/** The tasks of a flow in YAML, each block before the tasks inside. */
export function tasksOf(flow: string): readonly ListedTask[] {
  const value = parseFlowDocument({ text: flow, format: 'yaml' }, { ...defaultFlowLimits, flowBytes: Infinity })
    .document?.value;
  if (value === undefined || !isJsonObject(value)) return [];
  return ['tasks', 'errors', 'finally'].flatMap((list) => tasksIn(value[list], 0));
}

function tasksIn(list: JsonValue | undefined, depth: number): readonly ListedTask[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isTask).flatMap((task) => {
    const { id, type, disabled, inputs: _, ...others } = task;
    const inside = Object.values(others).flatMap((value) => tasksIn(value, depth + 1));
    return [{ id, type: type.split('.').at(-1) ?? type, isDisabled: disabled === true, depth }, ...inside];
  });
}

function isTask(value: JsonValue): value is JsonObject & { readonly id: string; readonly type: string } {
  return isJsonObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string';
}
