import { coverageOf } from '../../../src/import/coverage.ts';
import type { Finding } from '../../../src/import/finding.ts';
import type { ImportReport } from '../../../src/import/report/import-report.ts';

const source = `node {
  sh 'make'
  timeout(5) { echo '<b>\u001b[31m\u202e' }
  load 'x.groovy'
}
`;

function span(text: string): Pick<Finding, 'start' | 'end'> {
  const start = source.indexOf(text);
  return { start, end: start + text.length };
}

const findings: readonly Finding[] = [
  { ...span("sh 'make'"), construct: 'sh', outcome: 'mapped', target: 'make' },
  {
    ...span('timeout(5)'),
    construct: 'timeout',
    outcome: 'approximated',
    message: 'differs \u001b[2J',
    target: 'block',
  },
  { ...span("load 'x.groovy'"), construct: 'load', outcome: 'by hand', message: 'it runs <script>', target: 'load' },
];

/** A job with each outcome, whose texts contain markup and escapes of terminals. */
export const reported: ImportReport = {
  name: 'jobs/Jenkinsfile',
  kind: 'scripted',
  source,
  findings,
  coverage: coverageOf(findings, { text: source, comments: [] }),
  problems: [{ of: 'source', line: 1, column: 2, message: 'expected }' }],
  flow: 'id: x\ndescription: "<i>"\n',
};
