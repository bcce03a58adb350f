import type { Coverage } from '../coverage.ts';
import type { Finding, Outcome } from '../finding.ts';
import { TextPlaces, type TextPlace } from '../text-places.ts';
import { flowLinesOf, type FlowLines } from './flow-lines.ts';
import type { ImportProblem, ImportReport } from './import-report.ts';

/** Changes when a reader of the earlier version would misread the document. */
export const reportVersion = 1;

/** Max characters of the source in a finding, and of its message, which can name a chain of others. */
const maxExcerpt = 400;

/** A job in the JSON report, which is also what the API returns. */
export interface JsonReport extends Pick<ImportReport, 'name' | 'kind'> {
  readonly coverage: Coverage;
  readonly problems: readonly ImportProblem[];
  readonly findings: readonly JsonFinding[];
}

/** Lines and columns are 1-based and in UTF-16 code units; the end is after the last character. */
interface JsonFinding extends TextPlace {
  readonly endLine: number;
  readonly endColumn: number;
  readonly construct: string;
  readonly outcome: Outcome;
  readonly message?: string;
  readonly target?: string;
  /** The lines of the flow that declare the target; without one, those of the innermost statement around it. */
  readonly flowLine?: number;
  readonly flowEndLine?: number;
  readonly source: string;
}

export function jsonReport({ name, kind, source, findings, coverage, problems, flow }: ImportReport): JsonReport {
  const places = new TextPlaces(source);
  const lines = linesOfEach(findings, flowLinesOf(flow));
  return {
    name,
    kind,
    coverage: { ...coverage },
    problems: problems.map((problem) => ({ ...problem })),
    findings: findings.map((finding, index) => findingObject(finding, { text: source, places, lines: lines[index] })),
  };
}

/** @param findings in the order of the source */
function linesOfEach(
  findings: readonly Finding[],
  flowLines: ReturnType<typeof flowLinesOf>,
): readonly (FlowLines | undefined)[] {
  const around: { readonly end: number; readonly lines: FlowLines | undefined }[] = [];
  return findings.map((finding) => {
    while ((around.at(-1)?.end ?? Infinity) < finding.end) around.pop();
    const own = flowLines(finding);
    const lines = own ?? (finding.target === undefined ? around.at(-1)?.lines : undefined);
    around.push({ end: finding.end, lines });
    return lines;
  });
}

interface FindingPlaces {
  readonly text: string;
  readonly places: TextPlaces;
  readonly lines: FlowLines | undefined;
}

function findingObject(finding: Finding, { text, places, lines }: FindingPlaces): JsonFinding {
  const { start, end, construct, outcome, message, target } = finding;
  const last = places.at(Math.max(start, end - 1));
  return {
    ...places.at(start),
    endLine: last.line,
    endColumn: last.column + 1,
    construct,
    outcome,
    ...(message !== undefined && { message: excerptOf(message) }),
    ...(target !== undefined && { target }),
    ...(lines !== undefined && { flowLine: lines.line, flowEndLine: lines.endLine }),
    source: excerptOf(text.slice(start, end)),
  };
}

function excerptOf(text: string): string {
  return text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}...` : text;
}
