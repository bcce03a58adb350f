import type { Finding } from '../../src/import/finding.ts';
import type { Span, Statement } from '../../src/import/groovy/syntax.ts';
import { allStatements, bodiesOf } from '../../src/import/groovy/walk.ts';
import type { Pipeline } from '../../src/import/pipeline/pipeline.ts';
import { TextPlaces } from '../../src/import/text-places.ts';

/** Blocks that only hold what is reported one by one. */
const structure = new Set(
  [
    'pipeline stages steps options parameters triggers environment tools post when libraries properties',
    'parallel matrix axes excludes',
  ].flatMap((names) => names.split(' ')),
);

/** What is one statement to a reader, although Groovy sees several: an agent with its label, an axis with its values. */
const whole = /^(agent|axis|exclude|input|when|option|tool|parameter|trigger|method)\b/;

/**
 * The statements of a job that no finding speaks of, as `line: text`: no finding starts at them, and they are neither in
 * something that is by hand nor a part of what is one statement to a reader.
 */
export function unsaid({ file }: Pipeline, findings: readonly Finding[]): readonly string[] {
  const places = new TextPlaces(file.text);
  return allStatements(file.statements)
    .filter((statement) => !isStructure(statement) && !findings.some((finding) => speaksOf(finding, statement)))
    .map(({ start, end }) => `${places.at(start).line}: ${file.text.slice(start, end).split('\n')[0] ?? ''}`);
}

function speaksOf(finding: Finding, { start, end }: Span): boolean {
  if (finding.start === start) return true;
  const isInside = finding.start < start && end <= finding.end;
  return isInside && (finding.outcome === 'by hand' || whole.test(finding.construct));
}

function isStructure(statement: Statement): boolean {
  return (
    statement.kind === 'expression' &&
    statement.expression.kind === 'call' &&
    structure.has(statement.expression.name) &&
    (bodiesOf(statement).length > 0 || statement.expression.name === 'properties')
  );
}
