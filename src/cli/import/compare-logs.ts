/** What two logs have only on one side, as far as it says something about the work. */
export interface LogDifference {
  readonly onlyInJob: readonly string[];
  readonly onlyInFlow: readonly string[];
  /** How many lines differ only in numbers, such as durations, or in the paths of workspaces. */
  readonly varying: number;
}

/** Compares the lines of two logs, whatever their order: parallel work can take turns differently in each run. */
export function compareLogs(job: string, flow: string): LogDifference {
  const counts = new Map<string, number>();
  const [left, right] = [workLines(job), workLines(flow)];
  for (const line of right) counts.set(line, (counts.get(line) ?? 0) + 1);
  const onlyInJob = left.filter((line) => !take(counts, line));
  const onlyInFlow = right.filter((line) => take(counts, line));
  const similar = new Map<string, number>();
  for (const line of onlyInFlow) similar.set(shape(line), (similar.get(shape(line)) ?? 0) + 1);
  const differing = onlyInJob.filter((line) => !take(similar, shape(line)));
  return {
    onlyInJob: differing,
    onlyInFlow: onlyInFlow.filter((line) => take(similar, shape(line))),
    varying: onlyInJob.length - differing.length,
  };
}

/** Takes one of a line out of the counts, if there is one left. */
function take(counts: Map<string, number>, line: string): boolean {
  const count = counts.get(line) ?? 0;
  if (count === 0) return false;
  counts.set(line, count - 1);
  return true;
}

/** The lines that the work wrote: without those of Jenkins itself, traces of the shell and times. */
export function workLines(log: string): readonly string[] {
  return log
    .split('\n')
    .map((line) => withoutTime(line.replace(/\u001b\[[0-9;:]*m/g, '').trimEnd())) // oxlint-disable-line no-control-regex -- colours
    .filter((line) => line !== '' && !ofJenkins.some((pattern) => pattern.test(line)));
}

const ofJenkins = [
  /^\[Pipeline\]/,
  /^\++ /,
  /^(Started|Running|Resumed) (by|from|on|in|as|at) /,
  /^Running in Durability level/,
  /^Finished: [A-Z_]+$/,
  /^Building (remotely|on|in) /,
  /^\[[^\]]+\] \$ \/\S*sh /,
  /^(Archiving artifacts|Recording test results|Recording fingerprints)$/,
  /^(Timeout|Timer|Retrying)\b/,
  /^(Obtained|Loading library|Fetching|Checking out|Cloning|Commit message|First time build)\b/,
  /^ > \S*git /,
  /^Stage ".+" skipped due to /,
  /^Sending interrupt signal to process$/,
];

/** Without what plugins put before each line: `[2026-01-02T03:04:05.678Z] ` or `03:04:05  `. */
function withoutTime(line: string): string {
  return line.replace(/^(?:\[\d{4}-\d\d-\d\dT[\d:.]+Z\] ?|\d\d:\d\d:\d\d(?:\.\d+)? {1,2})/, '');
}

/** The line without what can differ from run to run. */
function shape(line: string): string {
  return line.replace(/(?:\/[\w.@%~-]+)*\/(?:workspace|workspaces)\/[\w.@%~/-]+/g, '<workspace>').replace(/\d+/g, '0');
}
