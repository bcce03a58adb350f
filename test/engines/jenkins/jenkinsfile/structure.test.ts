import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultFlowLimits } from '../../../../src/language/document/flow-limits.ts';
import { largeFlow } from '../../../support/large-flow.ts';
import { MiniJenkins } from '../../../support/mini-jenkins.ts';
import { jenkinsfileOf, transpileText } from '../../../support/transpile-yaml.ts';

const folder = join(import.meta.dirname, '../../../fixtures/flows');
const samples = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
const buildService = samples.find(([name]) => name === 'build-service.yaml')![1];

// The limits of Jenkins' compiler: a method of about 255 calls fails, a literal has at most 65,535 bytes.
const maxCalls = 50;
const maxLiteralLength = 65_535;

describe('the shape of a Jenkinsfile', () => {
  const jenkins = new MiniJenkins();
  afterAll(() => jenkins.close());

  it.each(samples)("%s compiles and stays within Jenkins' limits", async (_, text) => {
    const jenkinsfile = jenkinsfileOf(text, [buildService]);
    expect(await jenkins.compile(jenkinsfile)).toBeNull();
    expectWithinLimits(jenkinsfile);
  });

  it('executions of their own compile, and the called flow is not inlined', async () => {
    const golden = join(import.meta.dirname, '../../../golden/flows/separate-calls');
    const [text, called] = ['flow.yaml', 'called.yaml'].map((name) => readFileSync(join(golden, name), 'utf8'));
    const jenkinsfile = jenkinsfileOf(text!, [called!]);
    expect(await jenkins.compile(jenkinsfile)).toBeNull();
    expectWithinLimits(jenkinsfile);
    expect(jenkinsfile).not.toContain("'make'");
  });

  it.each([51, 1000])("%i tasks with all features compile and stay within Jenkins' limits", async (count) => {
    const { jenkinsfile } = transpileText(largeFlow(count), [], {
      flowLimits: { ...defaultFlowLimits, flowBytes: 2 ** 24 },
    });
    expect(await jenkins.compile(jenkinsfile)).toBeNull();
    expect(jenkinsfile.match(/^Map task_\d+\(Map frame\) \{$/gm)).toHaveLength(count);
    expectWithinLimits(jenkinsfile);
  });

  it('1000 literal items and a body of 100 tasks compile', async () => {
    const item = (index: number) => `{name: "{{ variables.PREFIX }} ${index}", url: "https://example.com/${index}"}`;
    const tasks = Array.from(
      { length: 100 },
      (_, index) =>
        `{id: t${index}, type: dev.vendor.plugin.core.shell.Shell, script: 'echo ${index}', run_if: items.each.name == 'x'}`,
    );
    const jenkinsfile = jenkinsfileOf(`id: literal
namespace: tests
description: A long list.
variables: {PREFIX: it}
tasks:
  - id: each
    type: dev.vendor.plugin.core.flow.ForEach
    values: [${Array.from({ length: 1000 }, (_, index) => item(index)).join(', ')}]
    schema: {name: {type: STRING}, url: {type: URI}}
    max_items: 1000
    tasks: [${tasks.join(', ')}]
`);
    expect(await jenkins.compile(jenkinsfile)).toBeNull();
    expectWithinLimits(jenkinsfile);
  });

  it.each(samples)('%s always gives the same text', (_, text) => {
    expect(jenkinsfileOf(text)).toBe(jenkinsfileOf(text));
  });

  it('names the recording service only if a flow uses recordings', () => {
    const named = samples.filter(([, text]) =>
      jenkinsfileOf(text, [], {
        taskSettings: { FLOWGATE_ROSBAG_URL: 'https://recordings.example' },
      }).includes('recordings.example'),
    );
    expect(named.map(([name]) => name)).toEqual(['drive-report.yaml']);
  });

  it('has its digest only if the job declares the parameters', () => {
    const external = transpileText(buildService, [], { parameters: 'external' });
    expect(external.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(external.jenkinsfile).toContain(`mayRun('${external.digest}')`);
    expect(external.jenkinsfile).not.toMatch(/^ {2}parameters \{/m);
    const declared = transpileText(buildService, [], {});
    expect(declared.digest).toBe('');
    expect(declared.jenkinsfile).not.toMatch(/if \(!mayRun/);
  });
});

function expectWithinLimits(jenkinsfile: string): void {
  for (const method of jenkinsfile.split(/^(?=@NonCPS|void |Map |pipeline )/m)) {
    expect(method.match(/readInput\(id|setVariable\('|flow_\d+_\w+\(\)/g)?.length ?? 0).toBeLessThanOrEqual(
      maxCalls + 2,
    );
  }
  for (const [literal] of jenkinsfile.matchAll(/'''[\s\S]*?[^\\]'''/g)) {
    expect(Buffer.byteLength(literal)).toBeLessThanOrEqual(maxLiteralLength);
  }
}

describe('flows that call each other', () => {
  /** `flow-<level>` calls the next one ten times, which makes ten billion tasks at the tenth level. */
  const explosive = Array.from({ length: 10 }, (_, level) => {
    const call = (index: number): string =>
      `  - {id: call-${index}, type: dev.vendor.plugin.core.flow.Subflow, namespace: tests, flowId: flow-${level + 1}}\n`;
    const log = '  - {id: last, type: dev.vendor.plugin.core.log.Log, message: end}\n';
    const tasks = level === 9 ? log : Array.from({ length: 10 }, (__, index) => call(index)).join('');
    return `id: flow-${level}\nnamespace: tests\ndescription: Level ${level}.\ntasks:\n${tasks}`;
  });

  it('are not inlined beyond the max number of tasks in one Jenkinsfile', () => {
    const { problems } = transpileText(explosive[0]!, explosive, {});
    expect(problems.map(({ code }) => code)).toEqual(['jenkinsfile-too-large']);
  });
});
