import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { asciiJson } from '../../../../../src/engines/jenkins/jenkinsfile/readable-parameter.ts';
import { segmentParameter } from '../../../../../src/engines/jenkins/segments/segment-parameter.ts';
import { planFlow } from '../../../../../src/language/execution-plan/plan-flow.ts';
import type { CarriedText } from '../../../../../src/language/execution-plan/segment.ts';
import { flowOf, flowText, taskTypes } from '../../../../support/transpile-yaml.ts';
import { byFlowgate, log, shell, startMiniJenkins, subflow } from './mini-build.ts';

const { run } = startMiniJenkins();
const token = 'correct-horse-battery';
const id = 'task.release.token';
const body = `tasks:
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: Release?
    inputs: [{id: token, type: SECRET}, {id: old, type: SECRET, required: false}]
  - {id: uses, ${shell}, script: 'echo "uses $TASK_RELEASE_TOKEN"; printf %s "$TASK_RELEASE_TOKEN" | wc -c'}
  - {id: call, ${subflow}, namespace: tests, flowId: child, inputs: {key: "{{ task_outputs.release.token }}"}}
  - {id: known, ${log}, message: is known, run_if: "{{ task_outputs.release.token matches '^correct-.orse' }}"}
  - {id: old, ${log}, message: is old, run_if: "{{ task_outputs.release.old is not empty }}"}
`;
const child = `id: child
namespace: tests
inputs: [{id: key, type: SECRET, required: false}]
tasks:
  - {id: passed, ${shell}, script: 'printf %s "got $KEY" | wc -c; echo "child $KEY"'}
`;
const { plan } = planFlow(flowOf(flowText(body)), undefined, {
  taskTypes,
  settings: { vendor: 'vendor', prefix: 'VENDOR' },
  subflow: () => ({ flow: flowOf(child), revision: 1 }),
});
const build = (outputs: Readonly<Record<string, CarriedText>>, isGiven: boolean) =>
  run(
    body,
    {
      parameters: byFlowgate(isGiven ? { [id]: '' } : {}, {
        FLOWGATE_SEGMENT: asciiJson(
          segmentParameter(
            { number: 2, from: 'release', ended: { state: 'SUCCESS' }, elapsed: 0, hasWarning: false },
            plan,
            { outputs: { release: outputs }, files: [] },
          ),
        ),
        FLOWGATE_SECRET_TASK_RELEASE_TOKEN: isGiven ? 'credential' : '',
        FLOWGATE_SECRET_TASK_RELEASE_OLD: '',
      }),
      credentials: { credential: token },
    },
    [child],
  );

it('a secret of a form is bound in the build after the approval', async () => {
  const { result, console: text } = await build({ decision: 'APPROVE', token: [{ secret: id, part: 0 }] }, true);
  expect(result).toBe('SUCCESS');
  expect(text).toContain('uses ****');
  expect(text).toMatch(/^\s*21\s*$/m);
  expect(text).toContain('is known');
  expect(text).toContain('child ****');
  expect(text).toMatch(/^\s*25\s*$/m);
  expect(text).not.toContain('is old');
  expect(text).not.toContain(token);
});

it('a secret that was left out has no value', async () => {
  const { result, console: text } = await build({ decision: 'APPROVE' }, false);
  expect(result).toBe('SUCCESS');
  expect(text).toMatch(/uses \s*$/m);
  expect(text).not.toContain('is known');
});

it('the URL for signals is bound in all builds', async () => {
  const tasks = `tasks:
  - {id: start, ${shell}, script: 'echo "told $FLOWGATE_SIGNAL_URL"; printf %s "{{ execution.signal_url }}" | wc -c'}
  - {id: say, ${log}, message: has a URL, run_if: "{{ execution.signal_url is not empty }}"}
  - {id: tests, type: dev.vendor.plugin.core.flow.Wait, signal: tests-done, timeout: 6h}
`;
  const url = 'http://flowgate.example/signals/e/0123456789';
  const given = { FLOWGATE_SECRET_FLOWGATE_SIGNAL_URL: 'credential' };
  const { result, console: text } = await run(tasks, {
    parameters: byFlowgate({ 'execution:signal_url': '' }, given),
    credentials: { credential: url },
  });
  expect(result).toBe('SUCCESS');
  expect(text).toContain('told ****');
  expect(text).toContain('has a URL');
  expect(text).toMatch(new RegExp(`^\\s*${url.length}\\s*$`, 'm'));
  const without = await run(tasks, { parameters: byFlowgate({}, { FLOWGATE_SECRET_FLOWGATE_SIGNAL_URL: '' }) });
  expect(without.console).not.toContain('has a URL');
});

it('a file of a form is downloaded in the build after the approval', async () => {
  const content = 'What is new\n';
  const server = createServer((_, response) => response.end(content));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const tasks = `tasks:
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: Release?
    inputs: [{id: notes, type: FILE}]
  - {id: show, ${shell}, script: 'cat "{{ task_outputs.release.notes }}" "$TASK_RELEASE_NOTES"'}
  - {id: known, ${log}, message: is known, run_if: "{{ task_outputs.release.notes == 'notes.txt' }}"}
  - {id: call, ${subflow}, namespace: tests, flowId: reads, inputs: {text: "{{ task_outputs.release.notes }}"}}
`;
  const reads = `id: reads\nnamespace: tests\ninputs: [{id: text, type: FILE}]\ntasks:\n  - {id: passed, ${shell}, script: 'cat "$TEXT"'}\n`;
  const begin = { from: 'release', first: 1, contributed: 0, ended: { state: 'SUCCESS' }, elapsed: 0, outputs: {} };
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { filename: 'notes.txt', name: 'notes.txt', size: content.length, sha256 };
  const { result, console: text } = await run(
    tasks,
    {
      parameters: byFlowgate(
        { 'task.release.notes': file },
        { FLOWGATE_SEGMENT: asciiJson(begin), FLOWGATE_FILE_TASK_RELEASE_NOTES: 'url' },
      ),
      credentials: { url: `http://127.0.0.1:${port}/` },
    },
    [reads],
  );
  server.close();
  expect(result).toBe('SUCCESS');
  expect(text.match(/^What is new\r?$/gm)).toHaveLength(3);
  expect(text).toContain('is known');
});
