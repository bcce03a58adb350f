import { expect, test } from 'vitest';
import { compareLogs, workLines } from '../../../src/cli/import/compare-logs.ts';
import { comparedLines, stagesOfLog } from '../../../src/cli/import/compare-stages.ts';
import { tasksOf } from '../../../src/cli/import/flow-tasks.ts';
import { differenceLines, type RunSide } from '../../../src/cli/import/run-differences.ts';

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

test('lines that differ only in numbers and workspaces are counted', () => {
  expect(compareLogs(jobLog, flowLog)).toEqual({ onlyInJob: ['only here'], onlyInFlow: ['only there'], varying: 2 });
  expect(compareLogs('a\na\n', 'a\n')).toEqual({ onlyInJob: ['a'], onlyInFlow: [], varying: 0 });
});

test('differences name the result, the artifacts, the lines, and what the import said', () => {
  const file = { path: 'app.tgz', size: 12, digest: '0'.repeat(64) };
  const side = (change: Partial<RunSide>): RunSide => ({ result: 'SUCCESS', files: [file], log: jobLog, ...change });
  const source = "node { load 'x' }";
  const finding = { start: 7, end: 15, construct: 'load', outcome: 'by hand', message: 'it runs code' } as const;
  const job = { name: 'app', source, findings: [finding] };
  expect(differenceLines({ job: side({}), flow: side({}) }, job)).toEqual([]);
  const flow = side({ result: 'FAILED', files: [{ ...file, digest: '1'.repeat(64) }], log: flowLog });
  expect(differenceLines({ job: side({}), flow }, job)).toEqual([
    'result: SUCCESS of the job, FAILED of the flow',
    'artifact app.tgz: 12 bytes, SHA-256 000000000000 of the job, 12 bytes, SHA-256 111111111111 of the flow',
    'Lines only in the log of the job:',
    '  only here',
    'Lines only in the log of the flow:',
    '  only there',
    '2 more lines differ only in numbers or in the paths of workspaces.',
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
