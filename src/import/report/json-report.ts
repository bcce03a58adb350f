import type { JsonObject } from '../../text/json-value.ts';
import type { Finding } from '../finding.ts';
import { TextPlaces } from '../text-places.ts';
import type { ImportReport } from './import-report.ts';

/** Changes when a reader of the earlier version would misread the document. */
export const reportVersion = 1;

/** Max characters of the source in a finding. */
const maxExcerpt = 400;

/** A job in the JSON report. */
export function jsonReport({ name, kind, source, findings, coverage, problems }: ImportReport): JsonObject {
  const places = new TextPlaces(source);
  return {
    name,
    kind,
    coverage: { ...coverage },
    problems: problems.map((problem) => ({ ...problem })),
    findings: findings.map((finding) => findingObject(finding, source, places)),
  };
}

function findingObject(finding: Finding, text: string, places: TextPlaces): JsonObject {
  const { start, end, construct, outcome, message, target } = finding;
  const excerpt = text.slice(start, end);
  return {
    ...places.at(start),
    endLine: places.at(Math.max(start, end - 1)).line,
    construct,
    outcome,
    ...(message !== undefined && { message }),
    ...(target !== undefined && { target }),
    source: excerpt.length > maxExcerpt ? `${excerpt.slice(0, maxExcerpt)}...` : excerpt,
  };
}
