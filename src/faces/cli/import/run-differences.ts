import type { ImportResult } from '../../../import/import-job.ts';
import { findingText } from '../../../import/report/import-report.ts';
import { TextPlaces } from '../../../import/text-places.ts';
import { compareLogs } from './compare-logs.ts';

/** A build of a job, or an execution of its flow. */
export interface RunSide {
  /** A state of an execution, such as `SUCCESS`. */
  readonly result: string;
  readonly files: readonly RunFile[];
  readonly log: string;
  /** The end of the path of its workspace: the full name of the job, or `namespace/id` of the flow. */
  readonly workspace: string;
}

export interface RunFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
}

/** Max lines of each list. */
const maxLines = 20;

export interface Differences {
  /** Contain text of the logs, which can be anything; none without a difference. */
  readonly lines: readonly string[];
  /** How many lines of the logs differ only in what is never the same. */
  readonly varying: number;
}

/** How a job and its flow differ. */
export function differencesOf(
  { job, flow }: { readonly job: RunSide; readonly flow: RunSide },
  { name, source, findings }: Pick<ImportResult, 'name' | 'source' | 'findings'>,
): Differences {
  const { onlyInJob, onlyInFlow, varying } = compareLogs(job, flow);
  const differences = [
    ...(job.result === flow.result ? [] : [`result: ${job.result} of the job, ${flow.result} of the flow`]),
    ...fileLines(job.files, flow.files),
    ...section('Lines only in the log of the job:', onlyInJob),
    ...section('Lines only in the log of the flow:', onlyInFlow),
  ];
  if (differences.length === 0) return { lines: [], varying };
  const places = new TextPlaces(source);
  const reasons = findings
    .filter(({ outcome }) => outcome !== 'mapped')
    .map((finding) => `${name}:${places.at(finding.start).line} ${findingText(finding)}`);
  const lines = [
    ...differences,
    ...(varying > 0 ? [`${varyingText(varying, ' more')}.`] : []),
    ...section('What the import says differs:', reasons),
  ];
  return { lines, varying };
}

/** `2 lines with other times, ...`: what {@link Differences} counts as varying. */
export function varyingText(count: number, more = ''): string {
  return `${count}${more} ${count === 1 ? 'line' : 'lines'} with other times, durations, process ids, build numbers or workspaces`;
}

function fileLines(job: readonly RunFile[], flow: readonly RunFile[]): readonly string[] {
  const left = new Map(job.map((file) => [file.path, file]));
  const right = new Map(flow.map((file) => [file.path, file]));
  const paths = [...new Set([...left.keys(), ...right.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [one, other] = [left.get(path), right.get(path)];
    if (one?.digest === other?.digest) return [];
    return `artifact ${path}: ${fileText(one)} of the job, ${fileText(other)} of the flow`;
  });
}

function fileText(file: RunFile | undefined): string {
  return file === undefined ? 'none' : `${file.size} bytes, SHA-256 ${file.digest.slice(0, 12)}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > maxLines ? [`  and ${lines.length - maxLines} more`] : [];
  return [title, ...lines.slice(0, maxLines).map((line) => `  ${line}`), ...more];
}
