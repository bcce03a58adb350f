import { expect, test } from 'vitest';
import { compareLogs, workLines } from '../../../../src/faces/cli/import/compare-logs.ts';
import { comparedLines, stagesOfLog } from '../../../../src/faces/cli/import/compare-stages.ts';
import { tasksOf } from '../../../../src/faces/cli/import/flow-tasks.ts';
import { differencesOf, type RunSide } from '../../../../src/faces/cli/import/run-differences.ts';

const jobLog = `Started by user ada
[Pipeline] Start of Pipeline
[Pipeline] stage
[Pipeline] { (Build)
[2026-01-02T03:04:05.678Z] + make
building in /var/lib/jenkins/workspace/app
[2026-01-02T03:04:06.000Z] took 12 s
only here
[Pipeline] { (Deploy)
Stage "Deploy" skipped due to when conditional
Finished: SUCCESS
`;
const flowLog = 'took 14 s\nbuilding in /agent/workspace/imported/app@2\nonly there\n';

test('lines of Jenkins, traces of the shell and times do not count', () => {
  expect(workLines(jobLog)).toEqual(['building in /var/lib/jenkins/workspace/app', 'took 12 s', 'only here']);
});

const compare = (job: string, flow: string) =>
  compareLogs({ log: job, workspace: 'app' }, { log: flow, workspace: 'imported/app' });

test('lines that differ only in durations and workspaces are counted', () => {
  expect(compare(jobLog, flowLog)).toEqual({ onlyInJob: ['only here'], onlyInFlow: ['only there'], varying: 2 });
  expect(compare('a\na\n', 'a\n')).toEqual({ onlyInJob: ['a'], onlyInFlow: [], varying: 0 });
});

test.each([
  ['took 12 s', 'took 3.5 s'],
  ['real\t0m1.204s', 'real\t0m0.310s'],
  ['at 2026-01-02T03:04:05Z', 'at 2026-01-02T03:05:17Z'],
  ['Fri Jan  2 03:04:05 UTC 2026', 'Fri Jan  2 03:05:17 UTC 2026'],
  ['server has pid 4711', 'server has pid 815'],
  ['this is build #7', 'this is build #12'],
  ['BUILD_NUMBER=7', 'BUILD_NUMBER=12'],
  ['in /var/lib/jenkins/workspace/app/src', 'in /agent/workspace/flows/imported/app@2/src'],
  [
    '/ws/workspace/app@tmp/durable-1a2b/script.sh: 1: x: not found',
    '/ws/workspace/flows/imported/app@tmp/durable-9z/script.sh: 1: x: not found',
  ],
])('%j and %j are the same', (job, flow) => {
  expect(compare(job, flow)).toMatchObject({ onlyInJob: [], varying: 1 });
});

test.each([
  ['12 tests failed', '13 tests failed'],
  ['version 1.2.3', 'version 1.2.4'],
  ['port 8080', 'port 8081'],
  ['in /var/lib/jenkins/workspace/app/a.txt', 'in /agent/workspace/flows/imported/app/b.txt'],
  ['100 %', '99 %'],
  ['issue #7', 'issue #8'],
])('%j and %j are different', (job, flow) => {
  expect(compare(job, flow)).toEqual({ onlyInJob: [job], onlyInFlow: [flow], varying: 0 });
});

test('differences name the result, the artifacts, the lines, and what the import said', () => {
  const file = { path: 'app.tgz', size: 12, digest: '0'.repeat(64) };
  const side = (change: Partial<RunSide>): RunSide => ({
    result: 'SUCCESS',
    files: [file],
    log: jobLog,
    workspace: 'app',
    ...change,
  });
  const source = "node { load 'x' }";
  const finding = { start: 7, end: 15, construct: 'load', outcome: 'by hand', message: 'it runs code' } as const;
  const job = { name: 'app', source, findings: [finding] };
  expect(differencesOf({ job: side({}), flow: side({}) }, job)).toEqual({ lines: [], varying: 0 });
  const flow = side({
    result: 'FAILED',
    files: [{ ...file, digest: '1'.repeat(64) }],
    log: flowLog,
    workspace: 'imported/app',
  });
  expect(differencesOf({ job: side({}), flow }, job).lines).toEqual([
    'result: SUCCESS of the job, FAILED of the flow',
    'artifact app.tgz: 12 bytes, SHA-256 000000000000 of the job, 12 bytes, SHA-256 111111111111 of the flow',
    'Lines only in the log of the job:',
    '  only here',
    'Lines only in the log of the flow:',
    '  only there',
    '2 more lines with other times, durations, process ids, build numbers or workspaces.',
    'What the import says differs:',
    '  app:1 load | by hand | it runs code',
  ]);
});

test('a log names stages, and those that were skipped', () => {
  expect(stagesOfLog(jobLog)).toEqual([{ name: 'Build' }, { name: 'Deploy', status: 'NOT_EXECUTED' }]);
});

test('a stage stands beside the task with its name, tasks inside a block are indented', () => {
  const flow = `id: x
namespace: y
inputs: [{id: a, type: STRING}]
tasks:
  - id: build-it
    type: dev.vendor.core.Sequential
    tasks:
      - {id: build-it-sh, type: dev.vendor.scripts.Shell, commands: [make]}
  - {id: load, type: dev.vendor.core.Log, disabled: true, message: x}
`;
  expect(
    comparedLines([{ name: 'Build it', status: 'SUCCESS', duration: 900 }, { name: 'Gone' }], tasksOf(flow)),
  ).toEqual([
    'STAGE     RESULT   TIME  TASK           TYPE',
    'Build it  SUCCESS  1s    build-it       Sequential',
    '-                          build-it-sh  Shell',
    '-                        load           Log, by hand',
    'Gone                     -',
  ]);
});
