import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { transpile } from '../../src/engines/jenkins/jenkinsfile/transpile.ts';
import { defaultFlowLimits } from '../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../src/language/safe-patterns/time-budget.ts';
import { loadTaskRegistry } from '../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../src/language/task-loader/task-folder.ts';
import { MiniJenkins } from '../support/mini-jenkins.ts';

/**
 * Flows as other installations write them, from YAML to a build. `dialect/<name>.yaml` is a flow of the vendor `acme`
 * with the prefix `AC`; `dialect/<name>.expect.json` contains all its warnings and the expected output of its build.
 */
interface Expectation {
  readonly warnings: readonly string[];
  /** Absent if the flow is only checked. */
  readonly result?: string;
  readonly log?: readonly string[];
  readonly outputs?: JsonObject;
}

const folder = join(import.meta.dirname, 'dialect');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length));
const taskTypes = await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'acme' });
const settings = { vendor: 'acme', prefix: 'AC' };

const surroundings = mkdtempSync(join(tmpdir(), 'flowgate-dialect-'));
const jenkins = new MiniJenkins();
afterAll(() => {
  jenkins.close();
  rmSync(surroundings, { recursive: true });
});

const recordings = join(surroundings, 'recordings', 'drive-0001');
mkdirSync(recordings, { recursive: true });
for (const name of ['a.bag', 'b.bag']) writeFileSync(join(recordings, name), name);

/** A folder with the stand-in for docker, and where it records its calls. */
const tools = join(surroundings, 'tools');
const record = join(surroundings, 'record');
mkdirSync(tools);
mkdirSync(record);
copyFileSync(join(import.meta.dirname, '../support/docker.sh'), join(tools, 'docker'));
chmodSync(join(tools, 'docker'), 0o755);
const environment = { PATH: `${tools}${delimiter}${process.env.PATH}`, DOCKER_RECORD: record };
const taskSettings = { FLOWGATE_ROSBAG_URL: pathToFileURL(join(surroundings, 'recordings')).href };

describe.each(names)('%s', (name) => {
  const text = readFileSync(join(folder, `${name}.yaml`), 'utf8');
  const expected = JSON.parse(readFileSync(join(folder, `${name}.expect.json`), 'utf8')) as Expectation;
  const { flow, problems } = checkFlow(
    { text, format: 'yaml' },
    { taskTypes, ...settings, taskSettings, limits: defaultFlowLimits, makeBudget: unlimitedTime },
  );

  it('is a flow', () => {
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(expected.warnings);
  });

  it.runIf(expected.result !== undefined)('runs', async () => {
    const { jenkinsfile } = transpile(flow!, {
      taskTypes,
      settings: { ...settings, taskSettings },
      parameters: 'declared',
    }); // told above
    const build = await jenkins.run(jenkinsfile, { environment });
    for (const line of expected.log ?? []) expect(build.console).toContain(line);
    expect(build.result).toBe(expected.result);
    expect(JSON.parse(build.outputs ?? '{}')).toEqual(expected.outputs ?? {});
  });
});

it('passes the forms of other installations to docker correctly', () => {
  const calls = readdirSync(record).map((call) => readFileSync(join(record, call, 'arguments'), 'utf8').split('\0'));
  const call = calls.find((args) => args.includes('--cpus=1.5')) ?? [];
  expect(call).toEqual(
    expect.arrayContaining([
      '--cpus=1.5',
      '--memory=512m',
      '--publish=8080:80/tcp',
      '--publish=9090:90',
      '--gpus=count=1,"capabilities=gpu"',
    ]),
  );
  expect(call).not.toContain('--privileged');
});
