import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadLanguage } from '../../src/faces/cli/flows/load-language.ts';
import type { TaskProgress } from '../../src/language/execution-plan/task-state.ts';
import { flowSchema } from '../../src/language/task-types/flow-schema.ts';
import { LocalLine } from '../faces/cli/local/local-line.ts';
import { readProjectFile } from './pages.ts';

const folder = 'test/fixtures/block-flows';
const files = readdirSync(join(import.meta.dirname, '../..', folder));
const language = await loadLanguage({});
const matches = new Ajv2020({ allErrors: true, strict: true }).compile(flowSchema(language.taskTypes));
const commandLine = new LocalLine();
afterAll(() => commandLine.remove());

/** What a flow returns, and some of the tasks that run. */
interface Expected {
  readonly inputs?: readonly string[];
  readonly state?: string;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly ran: readonly string[];
  /** Ids of tasks that never run. */
  readonly never?: readonly string[];
}

const cases: readonly (readonly [file: string, Expected])[] = [
  [
    'nightly-matrix.yaml',
    { outputs: { passed: [42, 42, 42] }, ran: ['test[linux-20]/suite', 'test[linux-24]/suite', 'test[bsd-24]/suite'] },
  ],
  [
    'patch-hosts.yaml',
    { outputs: { kernels: ['6.1-we', '6.1-we', '6.1-db'] }, ran: ['patch[web-1]/upgrade', 'patch[db-1]/kernel'] },
  ],
  ['patch-hosts.yaml', { inputs: ['hosts=[]'], outputs: { kernels: [] }, ran: ['patch'], never: ['upgrade'] }],
  ['staged-release.yaml', { outputs: { stages: 3 }, ran: ['stage[production]/healthy[1]/probe'] }],
  ['wait-for-service.yaml', { outputs: { ready: 3 }, ran: ['rollout[3]/probe', 'warm-up'] }],
  ['deploy-regions.yaml', { outputs: { digests: ['sha256:4f2a', 'sha256:4f2a'] }, ran: ['deploy[us-1]/push'] }],
  ['import-files.yaml', { outputs: { files: 2, rows: [2, 1] }, ran: ['each[inbox/tuesday.csv]/load'] }],
  ['verify-change.yaml', { outputs: { passed: 128 }, ran: ['verify/lint', 'verify/package/smoke', 'report'] }],
  ['release-or-roll-back.yaml', { ran: ['backup', 'release'], never: ['undo', 'restore'] }],
  [
    'release-or-roll-back.yaml',
    { inputs: ['broken=true'], state: 'FAILED', ran: ['undo/restore', 'undo/restart', 'tell'], never: ['nothing'] },
  ],
  ['deploy-to-environment.yaml', { ran: ['target/replace'], never: ['rolling', 'local'] }],
  [
    'deploy-to-environment.yaml',
    { inputs: ['environment=production'], ran: ['target/announce', 'target/rolling'], never: ['replace'] },
  ],
  ['deploy-to-environment.yaml', { inputs: ['environment=development'], ran: ['target/local'], never: ['rolling'] }],
  ['publish-package.yaml', { ran: ['publish/upload', 'tell'] }],
  ['backup-databases.yaml', { state: 'WARNING', outputs: { failed: 1 }, ran: ['backup[users]/dump', 'warn'] }],
  ['canary-release.yaml', { ran: ['step[5]/shift', 'step[100]/shift'], never: ['abort', 'back'] }],
  [
    'canary-release.yaml',
    { inputs: ['max_errors=0'], state: 'FAILED', ran: ['step[25]/judge/abort', 'back'], never: ['step[100]/shift'] },
  ],
];

test('every flow is run', () => {
  expect(new Set(cases.map(([file]) => file))).toEqual(new Set(files));
});

describe.each(files)('%s', (file) => {
  const text = readProjectFile(join(folder, file));

  test('is valid, matches the JSON Schema, and becomes a Jenkinsfile', () => {
    const { flow, problems } = language.check(text);
    expect(problems).toEqual([]);
    matches(parse(text));
    expect(matches.errors ?? []).toEqual([]);
    expect(flow && language.transpile(flow, text).jenkinsfile).toContain('pipeline {');
  });
});

describe('on this machine', () => {
  test.each(cases)('%s runs with %o', async (file, { inputs = [], state = 'SUCCESS', outputs, ran, never = [] }) => {
    const path = join(import.meta.dirname, '../..', folder, file);
    const given = inputs.flatMap((input) => ['--input', input]);
    const { stdout } = await commandLine.run(['run', path, ...given, '--format', 'json']);
    const outcome = JSON.parse(stdout) as { state: string; outputs?: unknown; tasks: readonly TaskProgress[] }; // what `run` prints
    expect(outcome.state).toBe(state);
    expect(outcome.outputs).toMatchObject(outputs ?? {});
    const paths = outcome.tasks.filter(({ state: each }) => each !== 'SKIPPED').map((task) => task.path);
    expect(paths).toEqual(expect.arrayContaining([...ran]));
    expect(paths.filter((each) => never.some((id) => each === id || each.endsWith(`/${id}`)))).toEqual([]);
  });
});
