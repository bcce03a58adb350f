import type { Finding } from '../finding.ts';
import { TextPlaces } from '../text-places.ts';
import { summaryOf, type ImportReport } from './import-report.ts';

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
