import { AppError } from '../../../base/problem/app-error.ts';
import { quoteShort } from '../../../base/problem/describe-value.ts';
import { jsonPointer } from '../../../base/text/json-pointer.ts';
import { isFileDescription, type FileDescription } from '../../../language/inputs/file-description.ts';
import { limitProblem } from '../../../language/safe-patterns/value-limits.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { ReceivedFile } from '../../../store/files/upload-room.ts';
import type { SubmittedInputs } from '../../flows/inputs/submitted-inputs.ts';

/** A request to run a flow. */
export interface RunRequest extends SubmittedInputs {
  /** Files that arrived with the request; the code that received them discards those that are not kept. */
  readonly files?: ReadonlyMap<string, ReceivedFile>;
  /** The latest one by default. */
  readonly revision?: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * Users search for labels as `name:value`.
 * @throws {AppError} `invalid-request` naming each label that cannot be searched for or stored
 */
export function requireSearchableLabels({ labels = {} }: Partial<RunRequest>): void {
  const errors = Object.entries(labels).flatMap(([name, value]) => {
    const problem = labelProblem(name, value);
    return problem === undefined
      ? []
      : [{ path: jsonPointer(['body', 'labels', name]), message: `The label ${quoteShort(name)} ${problem}` }];
  });
  if (errors.length > 0)
    throw new AppError('invalid-request', errors.map(({ message }) => message).join('; '), { errors });
}

function labelProblem(name: string, value: string): string | undefined {
  if (name === '' || name.includes(':'))
    return 'must have a name that is not empty and has no ":", because users search for it as name:value';
  return limitProblem(name)?.clause ?? limitProblem(value)?.clause;
}

/** A request whose revision is known. */
export interface AcceptableRequest extends SubmittedInputs, Pick<RunRequest, 'labels'> {
  /** The files that arrived with this request and are not kept yet. */
  readonly received?: RunRequest['files'];
}

/** Requested values replace those of the execution, including its files. */
export function repeatedRequest(
  original: ExecutionRecord,
  { inputs: given = {}, labels }: Partial<RunRequest>,
): AcceptableRequest {
  const isFile = (id: string): boolean => original.files?.includes(id) === true;
  // A value that was a default is a default again, whatever the default is in the revision that runs now.
  const kept = Object.entries(original.inputs).filter(
    ([id]) => !Object.hasOwn(given, id) && !original.defaulted?.includes(id),
  );
  const files = kept.filter(
    (entry): entry is [string, FileDescription] => isFile(entry[0]) && isFileDescription(entry[1]),
  );
  const values = kept.filter(([id]) => !isFile(id));
  return {
    inputs: { ...Object.fromEntries(values), ...given },
    files: new Map(files),
    labels: { ...original.labels, ...labels },
  };
}
