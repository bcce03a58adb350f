import { isJsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { defaultFile, inputFilePath } from '../../../language/execution-plan/default-file.ts';
import type { PlannedCall } from '../../../language/execution-plan/flow-plan.ts';
import type { Flow } from '../../../language/flow/flow.ts';
import { isFile, type FileInput } from '../../../language/inputs/input.ts';
import { environmentText } from '../../../language/inputs/text-conversion.ts';
import type { Frame } from './frame.ts';
import type { FileInWorkspace } from './run-ports.ts';

/** The value of an input that a flow was started with, or that its caller passes. */
export type PassedInput = string | FileInWorkspace;

/** The values by input id; an input without an entry has none. */
export type PassedInputs = ReadonlyMap<string, PassedInput>;

/**
 * The values that a run receives for the accepted values of an execution. The id of a file's source is the id of its
 * input.
 * @param accepted by input id, including defaults; secrets in plain text, files as `{filename, size, sha256}` or the URL
 * of the default
 */
export function passedInputs({ inputs }: Pick<Flow, 'inputs'>, accepted: ReadonlyMap<string, JsonValue>): PassedInputs {
  const passed = new Map<string, PassedInput>();
  for (const input of inputs) {
    const value = accepted.get(input.id);
    if (value !== undefined)
      passed.set(input.id, isFile(input) ? passedFile(input, value) : environmentText(input, value));
  }
  return passed;
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

/**
 * The default of a file input, which is downloaded.
 * @param number of the flow in its plan
 */
export function fileFromUrl(input: FileInput, url: string, number: number): FileInWorkspace {
  const { filename, path, ...rules } = defaultFile(input, url, number);
  return { filename, path, source: { kind: 'url', url, ...rules } };
}

/** The values that a flow passes to a flow that it calls, evaluated in the frame of the call. */
export function callInputs({ inputs }: Pick<PlannedCall, 'inputs'>, frame: Frame): PassedInputs {
  const values = new Map<string, PassedInput>();
  for (const [id, value] of inputs) {
    switch (value.kind) {
      case 'text':
        values.set(id, value.text);
        break;
      case 'message':
        values.set(id, frame.fill(value.template));
        break;
      case 'value':
      case 'secret':
        if (frame.hasValue(value.name)) values.set(id, frame.value(value.name));
        break;
      case 'file': {
        const file = frame.scope.flow.files.get(value.name);
        if (file !== undefined) values.set(id, file);
      }
    }
  }
  return values;
}
