import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import { isFileDescription, type FileDescription, type ReceivedFile } from '../../store/files/file-description.ts';
import { limitProblem } from '../../language/patterns/value-limits.ts';
import { AppError } from '../../problem/app-error.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import { jsonPointer } from '../../problem/json-pointer.ts';
import type { SubmittedValues } from './submitted-values.ts';

/** What somebody asks for. */
export interface RunRequest extends SubmittedValues {
  /** Files that came with the request; whoever received them discards those that were not kept. */
  readonly files?: ReadonlyMap<string, ReceivedFile>;
  /** The latest one when absent. */
  readonly revision?: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Labels are searched for as `name:value`. @throws {AppError} `invalid-request` naming each that nobody could find, or that no store keeps */
export function demandSearchableLabels({ labels = {} }: Partial<RunRequest>): void {
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
    return 'needs a name without ":", by which it can be searched for as name:value';
  return limitProblem(name)?.clause ?? limitProblem(value)?.clause;
}

/** What is asked for once it is known which revision it is. */
export interface AcceptableRequest extends SubmittedValues, Pick<RunRequest, 'labels'> {
  /** Those of the files that came with this request, and are not kept yet. */
  readonly received?: RunRequest['files'];
}

/** Values that are asked for take the place of those of the execution, its files among them. */
export function repeatedRequest(
  original: ExecutionRecord,
  { inputs: given = {}, labels }: Partial<RunRequest>,
): AcceptableRequest {
  const isFile = (id: string): boolean => original.files?.includes(id) === true;
  // What was a default is one again, whatever it is in the revision that runs now.
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
