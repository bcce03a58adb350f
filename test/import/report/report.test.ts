import { expect, test } from 'vitest';
import { htmlReport } from '../../../src/import/report/html-report.ts';
import { textReport } from '../../../src/import/report/import-report.ts';
import { jsonReport } from '../../../src/import/report/json-report.ts';
import { reported } from './reported.ts';

test('text has a line for each problem and finding, and a summary', () => {
  expect(textReport(reported)).toEqual([
    'jobs/Jenkinsfile:1:2 expected }',
    'jobs/Jenkinsfile:2:3 sh | mapped | -> make',
    'jobs/Jenkinsfile:3:3 timeout | approximated | differs \u001b[2J | -> block',
    'jobs/Jenkinsfile:4:3 load | by hand | it runs <script>',
    'jobs/Jenkinsfile: 66% of 3 statements, 75% of 4 lines; 1 mapped, 1 approximated, 1 by hand',
  ]);
});

test('JSON has the places and the source of each finding', () => {
  expect(jsonReport(reported)).toMatchObject({
    name: 'jobs/Jenkinsfile',
    kind: 'scripted',
    coverage: { statements: 3, percent: 66 },
    problems: [{ of: 'source', line: 1, column: 2, message: 'expected }' }],
    findings: [
      { line: 2, column: 3, endLine: 2, construct: 'sh', outcome: 'mapped', target: 'make', source: "sh 'make'" },
      { line: 3, outcome: 'approximated' },
      { line: 4, outcome: 'by hand', message: 'it runs <script>', source: "load 'x.groovy'" },
    ],
  });
});

test('JSON has the lines of the flow, of the statement around it if it has no target', () => {
  const flow = 'id: x\ntasks:\n  - id: make\n    type: a.Shell\n    commands: [make]\n';
  const source = "stage('a') {\n  when { a }\n}\nb()\n";
  const { findings } = jsonReport({
    ...reported,
    flow,
    source,
    findings: [
      { start: 0, end: 27, construct: 'stage', outcome: 'mapped', target: 'make' },
      { start: 15, end: 25, construct: 'when', outcome: 'mapped' },
      { start: 28, end: 31, construct: 'b', outcome: 'mapped' },
    ],
  });
  expect(findings).toMatchObject([
    { construct: 'stage', flowLine: 3, flowEndLine: 5 },
    { construct: 'when', line: 2, flowLine: 3, flowEndLine: 5 },
    { construct: 'b', line: 4 },
  ]);
  expect(findings[2]).not.toHaveProperty('flowLine');
});

test('JSON cuts a long source', () => {
  const source = `echo '${'x'.repeat(2_000)}'`;
  const finding = { start: 0, end: source.length, construct: 'echo', outcome: 'mapped' } as const;
  const { findings } = jsonReport({ ...reported, source, findings: [finding] });
  expect(JSON.stringify(findings).length).toBeLessThan(600);
});

test('HTML marks each line, links each finding, and shows the flow', () => {
  const page = htmlReport([reported]);
  expect(page).toMatch(/id="job-1-line-2"><span class="number">2<\/span><span class="mark mapped" title="mapped">=</);
  expect(page).toMatch(/line-by-hand" id="job-1-line-4">/);
  expect(page).toContain('href="#job-1-line-4"');
  expect(page).toContain('id: x');
});

test('HTML contains no markup and no control characters of sources, and needs no script', () => {
  const page = htmlReport([reported]);
  expect(page).not.toMatch(/<b>|<i>|<script/);
  // oxlint-disable-next-line no-control-regex -- it looks for control characters
  expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(page).toContain("default-src 'none'");
});
