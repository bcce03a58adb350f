import type { Coverage } from '../coverage.ts';
import type { Finding } from '../finding.ts';
import type { ImportResult } from '../import-job.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { TextPlaces, type TextPlace } from '../text-places.ts';

/** An imported job, as every report shows it. */
export interface ImportReport {
  /** The file of the source, for `name:line:column`. */
  readonly name: string;
  readonly kind: Pipeline['kind'];
  readonly source: string;
  /** In the order of the source. */
  readonly findings: readonly Finding[];
  readonly coverage: Coverage;
  /** What could not be read, or what is wrong with the flow. */
  readonly problems: readonly ImportProblem[];
  /** The flow as YAML; undefined if there is none. */
  readonly flow?: string;
}

export interface ImportProblem extends TextPlace {
  /** `flow` for a place in the flow. */
  readonly of: 'source' | 'flow';
  readonly message: string;
}

/** A summary in one line: `83% of 24 statements, 91% of 60 lines; 18 mapped, 2 approximated, 4 by hand`. */
export function summaryOf({ percent, statements, linesPercent, lines, ...counts }: Coverage): string {
  const { mapped, approximated, byHand } = counts;
  const parts = `${percent}% of ${statements} statements, ${linesPercent}% of ${lines} lines`;
  return `${parts}; ${mapped} mapped, ${approximated} approximated, ${byHand} by hand`;
}

/** The report of an import. */
export function reportOf({
  name,
  kind,
  source,
  findings,
  coverage,
  flow,
  unreadable,
  warnings,
}: ImportResult): ImportReport {
  const places = new TextPlaces(source);
  const problems = [
    ...unreadable.map(({ start, message }) => ({ of: 'source', ...places.at(start), message }) as const),
    ...warnings
      .filter(({ code }) => code !== ofByHand)
      .map(({ line = 1, column = 1, message }) => ({ of: 'flow', line, column, message }) as const),
  ];
  return { name, kind, source, findings, coverage, problems, flow };
}

/** The warning about the disabled tasks that keep what is by hand. */
const ofByHand = 'disabled-task';

/**
 * A line for each problem and each finding, such as
 * `Jenkinsfile:42:7 script block | by hand | reads params and calls load()`, and a summary. Lines contain text of the
 * source, which a terminal must not obey.
 */
export function textReport({ name, source, findings, coverage, problems }: ImportReport): readonly string[] {
  const places = new TextPlaces(source);
  return [
    ...problems.map(
      ({ of, line, column, message }) => `${of === 'flow' ? `${name} (flow)` : name}:${line}:${column} ${message}`,
    ),
    ...findings.map((finding) => {
      const { line, column } = places.at(finding.start);
      return `${name}:${line}:${column} ${findingText(finding)}`;
    }),
    `${name}: ${summaryOf(coverage)}`,
  ];
}

/** `step sh | approximated | what differs | -> build`. */
export function findingText({ construct, outcome, message, target }: Finding): string {
  const isSaid = target !== undefined && outcome !== 'by hand';
  return [construct, outcome, ...(message === undefined ? [] : [message]), ...(isSaid ? [`-> ${target}`] : [])].join(
    ' | ',
  );
}
