import { inputFilePath } from '../../../execution-plan/default-file.ts';
import type { Flow } from '../../../language/flow/flow.ts';
import { isFile, type FileInput, type Input } from '../../../language/inputs/input.ts';
import { environmentText } from '../../../language/inputs/text-conversion.ts';
import { isJsonObject, type JsonValue } from '../../../text/json-value.ts';
import type { FileInWorkspace } from './input-file.ts';
import { fileFromUrl, type PassedValue, type PassedValues } from './read-values.ts';

/**
 * What a run gets for the accepted values of an execution. The id of a file's source is the id of its input.
 * @param accepted by input id, including defaults; secrets in plain text, files as `{filename, size, sha256}` or the URL
 * of the default
 */
export function passedValues({ inputs }: Pick<Flow, 'inputs'>, accepted: ReadonlyMap<string, JsonValue>): PassedValues {
  const passed = new Map<string, PassedValue>();
  for (const input of inputs) {
    const value = accepted.get(input.id);
    if (value !== undefined) passed.set(input.id, passedValue(input, value));
  }
  return passed;
}

function passedValue(input: Input, value: JsonValue): PassedValue {
  return isFile(input) ? passedFile(input, value) : environmentText(input, value);
}

function passedFile(input: FileInput, value: JsonValue): FileInWorkspace {
  if (typeof value === 'string') return fileFromUrl(input, value, 1);
  const { filename, sha256 } = isJsonObject(value) ? value : {};
  if (typeof filename !== 'string' || typeof sha256 !== 'string')
    throw new TypeError(`The value of the file input ${input.id} was not accepted`);
  return {
    filename,
    path: inputFilePath(input.id, filename, 1),
    source: { kind: 'content', id: input.id, sha256 },
  };
}
