/** What two logs have only on one side, as far as it says something about the work. */
export interface LogDifference {
  readonly onlyInJob: readonly string[];
  readonly onlyInFlow: readonly string[];
  /** How many lines differ only in times, durations, process ids, build numbers or the paths of workspaces. */
  readonly varying: number;
}

export interface ComparedLog {
  readonly log: string;
  /** The end of the path of the workspace, such as `team/app`. */
  readonly workspace: string;
}

/** Compares the lines of two logs, whatever their order: parallel work can take turns differently in each run. */
export function compareLogs(job: ComparedLog, flow: ComparedLog): LogDifference {
  const counts = new Map<string, number>();
  const [left, right] = [workLines(job.log), workLines(flow.log)];
  for (const line of right) counts.set(line, (counts.get(line) ?? 0) + 1);
  const onlyInJob = left.filter((line) => !take(counts, line));
  const onlyInFlow = right.filter((line) => take(counts, line));
  const similar = new Map<string, number>();
  const [ofJob, ofFlow] = [shapeOf(job), shapeOf(flow)];
  for (const line of onlyInFlow) similar.set(ofFlow(line), (similar.get(ofFlow(line)) ?? 0) + 1);
  const differing = onlyInJob.filter((line) => !take(similar, ofJob(line)));
  return {
    onlyInJob: differing,
    onlyInFlow: onlyInFlow.filter((line) => take(similar, ofFlow(line))),
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
  /^\[Flowgate\] /,
  /^Post stage$/,
  /^Failed in branch /,
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

/** A line without what plugins put before it: `[2026-01-02T03:04:05.678Z] ` or `03:04:05  `. */
function withoutTime(line: string): string {
  return line.replace(/^(?:\[\d{4}-\d\d-\d\dT[\d:.]+Z\] ?|\d\d:\d\d:\d\d(?:\.\d+)? {1,2})/, '');
}

/**
 * A line without what is never the same in two runs, so that all other numbers count: times, durations, process ids, build
 * numbers, and the folder of the workspace.
 */
function shapeOf({ workspace }: ComparedLog): (line: string) => string {
  const name = workspace.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const folder = new RegExp(
    String.raw`(?:/[^/\s'":]+)*/workspaces?/(?:[^/\s'":]+/)*?${name}(?:@\d+)?(?:@tmp/durable-\w+)?(?![\w-])`,
    'g',
  );
  return (line) =>
    varyingParts.reduce((text, [pattern, word]) => text.replace(pattern, word), line.replace(folder, '<workspace>'));
}

const varyingParts: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z| ?[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d(?: \w+)? \d{4}\b/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/\b\d+m ?\d+(?:\.\d+)?s\b/g, '<duration>'],
  [/\b\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|secs?|seconds?|milliseconds?|mins?|minutes?|hours?)\b/g, '<duration>'],
  [/\b(pid|process)([ :=#]*)\d+\b/gi, '$1$2<process>'],
  [/^\[\d+\] \d+$/, '<process>'],
  [/\b(build(?:[ _](?:number|id)[ :=#]+| ?[#:=]+ ?))\d+\b/gi, '$1<build>'],
];
