import type { Response } from 'express';
import type { FileIntake } from '../../../abilities/files/file-intake.ts';
import type { RunRequest } from '../../../abilities/runs/accept/run-request.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import type { InputViolation } from '../../../language/inputs/validate-inputs.ts';
import type { AnyRequest } from '../operation.ts';
import { FormViolations } from './form-violations.ts';
import { parseJson } from './parse-json.ts';
import { readForm, type FormLimits } from './read-form.ts';

/** The names of parts that are not inputs. */
const ownParts = ['inputs', 'labels', 'revision'] as const;
type OwnPart = (typeof ownParts)[number];

/**
 * Reads a run request from a form: a file or string for each input, by its id, and the parts `inputs` and `labels` as
 * JSON and `revision`, unless an input of the flow has that id.
 * @param requireFiles throws if files cannot be accepted at all
 * @returns the violation that ended the reading early; later parts are unknown
 */
export async function readRunForm(
  request: AnyRequest,
  response: Response,
  {
    intake,
    requireFiles,
    limits,
  }: { readonly intake: FileIntake; readonly requireFiles: () => void; readonly limits: FormLimits },
): Promise<RunRequest | { readonly violations: readonly InputViolation[] }> {
  const texts = new Map<string, string>();
  const own = new Map<OwnPart, string>();
  const violations = new FormViolations();
  const isInput = (name: string): boolean => intake.flow.inputs.some(({ id }) => id === name);
  await readForm(
    request,
    response,
    {
      file: async (name, filename, content) => {
        requireFiles();
        return violations.note(await intake.take(name, filename, content));
      },
      text: (name, text) => {
        const ownPart = isInput(name) ? undefined : ownParts.find((part) => part === name);
        const isRepeated = ownPart === undefined ? texts.has(name) : own.has(ownPart);
        if (isRepeated)
          return violations.note({
            inputId: name,
            message: 'Only one value can be given',
            providedValue: intake.secrets.shown(name, text),
          });
        if (ownPart === undefined) texts.set(name, text);
        else own.set(ownPart, text);
        return true;
      },
    },
    limits,
  );
  if (violations.found.length > 0) return { violations: violations.found };
  return { inputs: {}, texts, files: intake.received, ...requestOf(own) };
}

function requestOf(own: ReadonlyMap<OwnPart, string>): Partial<RunRequest> {
  const inputs = own.get('inputs');
  const labels = own.get('labels');
  const revision = own.get('revision');
  return {
    ...(inputs !== undefined && { inputs: objectIn('inputs', inputs) }),
    ...(labels !== undefined && { labels: labelsIn(labels) }),
    ...(revision !== undefined && { revision: revisionIn(revision) }),
  };
}

function objectIn(part: OwnPart, text: string): JsonObject {
  const value: JsonValue = parseJson(text);
  if (isJsonObject(value)) return value;
  throw invalidPart(part, 'must be a JSON object');
}

// The same limits as for a JSON request in openapi.yaml.
const maxLabels = 50;
const maxLabelLength = 500;

function labelsIn(text: string): Readonly<Record<string, string>> {
  const labels = Object.entries(objectIn('labels', text));
  if (labels.length > maxLabels) throw invalidPart('labels', `must have at most ${maxLabels} entries`);
  const isLabel = (entry: [string, JsonValue | undefined]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[1].length <= maxLabelLength;
  if (!labels.every(isLabel))
    throw invalidPart('labels', `must have strings of at most ${maxLabelLength} characters as values`);
  return Object.fromEntries(labels.filter(isLabel));
}

function revisionIn(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw invalidPart('revision', 'must be a positive integer');
}

function invalidPart(part: OwnPart, message: string): AppError {
  const problem = `The form part ${part} ${message}`;
  return new AppError('invalid-request', problem, { errors: [{ path: `/body/${part}`, message: problem }] });
}
