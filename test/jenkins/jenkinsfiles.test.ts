import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultFlowLimits } from '../../src/language/document/flow-limits.ts';
import { largeFlow } from '../support/large-flow.ts';
import { RealJenkins } from '../support/real-jenkins.ts';
import { flowText, jenkinsfileOf, transpileText } from '../support/transpile-yaml.ts';

const folder = join(import.meta.dirname, '../fixtures/flows');
const sample = (name: string): string => readFileSync(join(folder, `${name}.yaml`), 'utf8');
const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';

describe.skipIf(!process.env.JENKINS_URL)('Jenkinsfiles on a real controller', () => {
  const jenkins = process.env.JENKINS_URL ? new RealJenkins() : undefined!;
  afterAll(() => jenkins?.removeAll());

  // The pushed Jenkinsfile is a scripted pipeline, which the linter does not support.
  it.each(readdirSync(folder))('%s passes the declarative linter, to run by hand', async (name) => {
    const { jenkinsfile } = transpileText(readFileSync(join(folder, name), 'utf8'), [sample('build-service')], {});
    expect(await jenkins.lint(jenkinsfile)).toBe('Jenkinsfile successfully validated.');
  });

  it('hello greets', async () => {
    const build = await jenkins.run('hello', jenkinsfileOf(sample('hello')), { parameters: { USER_NAME: 'Ada' } });
    expect(build.result).toBe('SUCCESS');
    expect(build.console).toContain('Hello Ada');
  });

  it('awkward-text prints its values unchanged', async () => {
    const message = `it's "q" \\ $$5 $PLAIN \${JOB_NAME} \`x\` $(touch pwned) 日本語 🚀`;
    const build = await jenkins.run('awkward', jenkinsfileOf(sample('awkward-text')), {
      parameters: { MESSAGE: message },
    });
    expect(build.result).toBe('SUCCESS');
    const expected = [
      message,
      `Said: ${message} (price $5, path C:\\temp, ''' and """)`,
      `embedded: ${message}`,
      'line one \\n stays as it is',
    ];
    for (const line of expected) expect(build.console.split('\n')).toContain(line);
    expect(build.console).toContain('\nTrue\n');
  });

  it('every-input passes all types', async () => {
    await jenkins.makeSecret('api-key', 'a-secret-value');
    const parameters = { NAME: 'Bob', FLOWGATE_SECRET_API_KEY: 'api-key', PRIORITY: 'high', BATCH_SIZE: '7' };
    const build = await jenkins.run('every', jenkinsfileOf(sample('every-input')), { parameters });
    expect(build.result).toBe('SUCCESS');
    for (const text of ['"BATCH_SIZE": "7"', '"API_KEY": "****"', '"NOT_BEFORE": null', '"PRIORITY": "high"'])
      expect(build.console).toContain(text);
    expect(build.console).not.toContain('a-secret-value');
  });

  it('drive-report loads recordings and returns outputs', async () => {
    const recordings = mkdtempSync(join(tmpdir(), 'flowgate-recordings-'));
    mkdirSync(join(recordings, 'drive-0001'));
    writeFileSync(join(recordings, 'drive-0001', 'a.bag'), 'recorded');
    const jenkinsfile = jenkinsfileOf(sample('drive-report'), [], {
      taskSettings: { FLOWGATE_ROSBAG_URL: `file://${recordings}` },
    });
    const build = await jenkins.run('drive', jenkinsfile, { parameters: { ROSBAG_ID: 'drive-0001' } });
    expect(build.result).toBe('SUCCESS');
    expect(build.console).toContain('1 files, 8 bytes (quick)');
  });

  it('release runs its subflow and its final tasks', async () => {
    await jenkins.makeSecret('deploy-token', 'deploy-secret');
    const parameters = { SERVICE: 'pay', VERSION: 'v1.2.3', FLOWGATE_SECRET_DEPLOY_TOKEN: 'deploy-token' };
    const build = await jenkins.run('release', jenkinsfileOf(sample('release'), [sample('build-service')]), {
      parameters,
    });
    expect(build.result).toBe('SUCCESS');
    expect(build.console).toContain('deploying pay-v1.2.3 from registry.example/pay:v1.2.3');
    expect(build.console).toContain('token has 13 characters');
  });

  it('a timeout is a failure, a retry succeeds at the third attempt, a failure runs errors and finally', async () => {
    const text = flowText(`tasks:
  - {id: third, ${shell}, retry: {max_attempt: 3, interval: 0.2s}, commands: ['echo x >> tries', '[ "$(wc -l < tries)" -ge 3 ]']}
  - {id: slow, ${shell}, timeout: 2s, allow_failure: true, commands: ["trap '' TERM", sleep 60; echo went on]}
  - {id: fails, ${shell}, commands: [exit 3]}
errors:
  - {id: first, ${shell}, commands: [exit 1]}
  - {id: second, ${log}, message: the second error task}
finally:
  - {id: last, ${log}, message: the final task}
`);
    const build = await jenkins.run('failing', jenkinsfileOf(text));
    expect(build.result).toBe('FAILURE');
    for (const line of ['the second error task', 'the final task']) expect(build.console.split('\n')).toContain(line);
    expect(build.console).not.toContain('went on');
  });

  it('an abort is neither repeated nor tolerated, and the final tasks run', async () => {
    const text = flowText(`tasks:
  - {id: long, ${shell}, allow_failure: true, retry: {max_attempt: 3, interval: 0.2s}, commands: [echo attempt begins, sleep 60; echo went on]}
finally:
  - {id: first, ${shell}, commands: [echo cleaning]}
  - {id: last, ${log}, message: the final task}
`);
    const build = await jenkins.run('aborted', jenkinsfileOf(text), { abortAfter: 6000 });
    expect(build.result).toBe('ABORTED');
    expect(build.console.match(/^attempt begins$/gm)).toHaveLength(1);
    for (const line of ['cleaning', 'the final task']) expect(build.console.split('\n')).toContain(line);
  });

  it('a pushed script runs once, records its tasks, and rejects another revision', async () => {
    const text = flowText(
      `inputs:\n  - {id: who, type: STRING, required: false}\ntasks:\n  - {id: greet, ${shell}, commands: ['echo "[\${WHO-unset}]"']}\n`,
    );
    const { jenkinsfile, digest } = transpileText(text, [], { parameters: 'external' });
    const parameters = { WHO: '', FLOWGATE_EXECUTION_ID: 'e1', FLOWGATE_INPUTS: '{"who":""}', FLOWGATE_DIGEST: digest };
    const build = await jenkins.run('pushed', jenkinsfile, { parameters });
    expect(build.console).toContain('\n[]\n');
    expect(build.description).toMatch(/^Flowgate execution e1\naccepted\ngreet SUCCESS \d+ \d+$/);
    const other = await jenkins.run('other', jenkinsfile, { parameters: { ...parameters, FLOWGATE_DIGEST: 'other' } });
    expect([other.result, other.description]).toEqual([
      'NOT_BUILT',
      'Flowgate execution e1\nnot built: wrong revision',
    ]);
  });

  it('outputs of every type, long defaults and patterns pass the sandbox', async () => {
    const fields = {
      s: 'STRING',
      i: 'INT',
      f: 'FLOAT',
      b: 'BOOLEAN',
      d: 'DATE',
      t: 'DATETIME',
      u: 'DURATION',
      j: 'JSON',
      r: 'URI',
      e: 'ENUM',
      m: 'MULTISELECT',
    };
    const returned = {
      s: 'é',
      i: 3,
      f: 0.5,
      b: true,
      d: '2024-02-29',
      t: '2024-02-29T08:00:00',
      u: '90s',
      j: [null, { a: 1 }],
      r: 'https://example.org/',
      e: 'a',
      m: ['a', 'b'],
    };
    const text = flowText(`inputs:
  - {id: long, type: STRING, defaults: "${'x'.repeat(30_000)}"}
tasks:
  - id: returns
    ${shell}
    outputSchema: {${Object.entries(fields)
      .map(([field, type]) => `${field}: {type: ${type}}`)
      .join(', ')}}
    script: |
      cat <<'EOF'
      ${JSON.stringify(returned)}
      EOF
  - {id: found, ${log}, run_if: "inputs.long matches '^x+$' and task_outputs.returns.f < 1 and 'b' in task_outputs.returns.m and task_outputs.returns.d > '2024-01-01'", message: conditions hold}
  - {id: shows, ${shell}, commands: ['echo "$TASK_RETURNS_I $TASK_RETURNS_F $TASK_RETURNS_J $TASK_RETURNS_M \${#LONG}"']}
`);
    const build = await jenkins.run('outputs', jenkinsfileOf(text));
    expect(build.console).toContain('conditions hold');
    expect(build.console).toContain('3 0.5 [null,{"a":1}] ["a","b"] 30000');
    expect(build.result).toBe('SUCCESS');
  });

  it('a thousand tasks with all features compile', async () => {
    const text = largeFlow(1000).replaceAll('inputs.count >= 2', 'inputs.count < 2');
    const { jenkinsfile } = transpileText(text, [], { flowLimits: { ...defaultFlowLimits, flowBytes: 2 ** 24 } });
    const build = await jenkins.run('thousand', jenkinsfile);
    expect(build.result).toBe('SUCCESS');
  }, 900_000);
});
