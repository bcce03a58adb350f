import type { ReportedProblem } from '../base/problem/problem.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import type { Finding } from './finding.ts';
import type { SyntaxProblem } from './groovy/syntax.ts';
import { fallBack, isCut } from './mapping/by-hand/fall-back.ts';
import { closeGates } from './mapping/by-hand/gates.ts';
import type { JobMapping, MappingOptions } from './mapping/context/job-mapping.ts';
import { disabledPlaces, finalFindings } from './mapping/drafts/final-findings.ts';
import { sourceOf } from './mapping/drafts/gate.ts';
import { placeComments } from './mapping/drafts/source-comments.ts';
import { mapJob } from './mapping/map-job.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import { readPipeline } from './pipeline/read-pipeline.ts';
import { TextPlaces } from './text-places.ts';
import { proposeTest } from './writing/propose-test.ts';
import { writeFlow } from './writing/write-flow.ts';

export interface ImportOptions extends MappingOptions {
  /** Checks a flow as Flowgate does when it is stored. */
  readonly check: (text: string) => readonly ReportedProblem[];
}

export interface ImportResult {
  readonly name: string;
  readonly kind: Pipeline['kind'];
  readonly source: string;
  /** Valid YAML. */
  readonly flow: string;
  /** A file of flow tests for it, in YAML. */
  readonly test: string;
  /** In the order of the source. */
  readonly findings: readonly Finding[];
  readonly coverage: Coverage;
  /** What in the source could not be read. */
  readonly unreadable: readonly SyntaxProblem[];
  /** The warnings of the flow. */
  readonly warnings: readonly ReportedProblem[];
}

/** Turns the text of a Jenkinsfile into a flow and a report. Never throws because of what the text contains. */
export function importJenkinsfile(text: string, options: ImportOptions): ImportResult {
  return importJob(readPipeline(text), options);
}

/**
 * Turns a job into a flow and a report. The flow is checked; where a part of it is not valid, that part is by hand, so the
 * flow always is.
 */
export function importJob(pipeline: Pipeline, options: ImportOptions): ImportResult {
  const job = mapJob(pipeline, options);
  const header = job.comments.header(pipeline.file.statements[0]?.start ?? pipeline.file.text.length);
  const rest = placeComments(job.flow, job.comments, pipeline.file.text.length);
  const write = () => {
    // What is too long for a flow has too many comments for one, too.
    const comments = isCut(job.flow) ? { header: [], rest: [] } : { header: [...header, ...notesOf(job)], rest };
    return writeFlow(job.flow, comments, options.taskTypes);
  };
  let text = write();
  let problems = options.check(text);
  for (let round = 0; problems.some(isError) && round < maxRounds; round += 1) {
    fallBack(job, problems.filter(isError), round);
    closeGates(job);
    text = write();
    problems = options.check(text);
  }
  const findings = finalFindings(job.findings.all, job.flow);
  return {
    name: options.name,
    kind: pipeline.kind,
    source: pipeline.file.text,
    flow: text,
    test: proposeTest(job.flow),
    findings,
    coverage: coverageOf(findings, pipeline.file),
    unreadable: pipeline.file.problems,
    warnings: problems,
  };
}

const isError = ({ severity }: ReportedProblem) => severity === 'error';

/** Each round makes at least one part by hand; the last ones keep only the source. */
const maxRounds = 50;

/** What is by hand and stands in no disabled task is a comment at the top of the flow, with its source. */
function notesOf(job: JobMapping): readonly string[] {
  const { source, flow } = job;
  const places = new TextPlaces(source);
  const disabled = disabledPlaces(flow);
  const isWaiting = ({ start, end }: Finding) => disabled.some((span) => span.start <= start && span.end >= end);
  return job.findings.all
    .filter((finding) => finding.outcome === 'by hand' && !job.byHand.isKept(finding) && !isWaiting(finding))
    .flatMap(({ start, end, construct, message }) => {
      const { line } = places.at(start);
      const lines = sourceOf({ start, end }, source).split('\n');
      const kept = lines.length > maxNoteLines ? [...lines.slice(0, maxNoteLines), '...'] : lines;
      const why = message === undefined ? '' : ` (${message})`;
      return [`By hand, line ${line}: ${construct}${why}`, ...kept.map((text) => (text === '' ? '' : `    ${text}`))];
    });
}

const maxNoteLines = 60;
