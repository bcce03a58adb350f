import request from 'supertest';
import { expect, test } from 'vitest';
import { flowText, startTestGateway } from '../../support/gateway.ts';
import { urlOf } from '../../support/listening-server.ts';
import { useGatewayLine } from './gateway-line.ts';

const cli = useGatewayLine(startTestGateway);

const put = (text: string, call: 'post' | 'put' = 'post', path = '/flows') =>
  request(cli.started.app)[call](path).set('x-oidc-sub', 'bob').type('text/yaml').send(text);
const store = (text: string) => put(text).expect(201);
const change = (text: string) => put(text, 'put', '/flows/examples/hello').expect(200);

test('flows diff compares revisions, by default the last two', async () => {
  const diff = (...words: string[]) => cli.line.run(['flows', 'diff', 'examples/hello', ...words]);
  await store(flowText());
  await change(flowText({ greeting: 'Hi' }));
  await change(flowText({ greeting: 'Bonjour' }));
  const last = await diff();
  expect(last).toMatchObject({ status: 1, stderr: '', stdout: expect.stringMatching(/^-.*Hi [^]*^\+.*Bonjour /m) });
  expect((await diff('1')).stdout).toMatch(/^-.*Hello [^]*^\+.*Bonjour /m);
  expect((await diff('1', '2')).stdout).toMatch(/^-.*Hello [^]*^\+.*Hi /m);
  expect(await diff('2', '2')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(await diff('1', '9')).toMatchObject({ status: 2, stderr: expect.stringContaining('has no revision 9') });
  expect(await diff('one')).toMatchObject({ status: 2, stderr: expect.stringContaining('"one" is not a revision') });
  expect((await diff('1', '2', '3')).status).toBe(2);
  cli.line.isTerminal = true;
  const lines = (await diff()).stdout.split('\n');
  expect(lines.find((line) => line.includes('Hi '))).toMatch(/^.\[31m-/);
  expect(lines.find((line) => line.includes('Bonjour '))).toMatch(/^.\[32m\+/);
});

test('flows get prints the Jenkinsfile of a revision', async () => {
  await store(flowText());
  await change(flowText({ greeting: 'Hi' }));
  const get = ['flows', 'get', 'examples/hello', '--format', 'jenkinsfile'];
  expect((await cli.line.run(get)).stdout).toMatch(/^\/\/ Flow examples\/hello, revision 2\n[^]*Hi /);
  expect((await cli.line.run([...get, '--revision', '1'])).stdout).toMatch(/revision 1\n[^]*Hello /);
  expect((await cli.line.run(['flows', 'get', 'examples/none', '--format', 'jenkinsfile'])).status).toBe(1);
});

test('validate-subflows shows problems of calls at their places', async () => {
  const check = (...options: string[]) => cli.line.run(['validate-subflows', 'examples/caller', ...options]);
  await store(`id: caller
namespace: examples
description: Calls another flow.
tasks:
  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: hello, inputs: {other: 1}}
`);
  expect(await check()).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^examples\/caller@1:5:\d+ warning \S+ .*examples\/hello/),
    stderr: '1 call checked: 0 errors, 1 warning\n',
  });
  await store(flowText());
  const bad = await check();
  expect(bad).toMatchObject({ status: 1, stdout: expect.stringMatching(/^examples\/caller@1:5:\d+ error /) });
  expect(JSON.parse((await check('--format', 'json')).stdout)).toMatchObject({ valid: false, subflows: [{}] });
  cli.line.isTerminal = true;
  expect((await check()).stdout).toContain('flowId: hello, inputs: {other: 1}}');
  expect((await cli.line.run(['validate-subflows', 'examples/none'])).status).toBe(1);
});

test('completion offers flows and namespaces of the server, and nothing if it fails', async () => {
  await store(flowText());
  await store(flowText({ id: 'other', namespace: 'robotics' }));
  const complete = async (...words: string[]) =>
    (await cli.line.run(['__complete', '--shell', 'bash', '--', ...words])).stdout
      .split('\n')
      .map((row) => row.split('\t')[0])
      .filter((word) => word !== '');
  expect(await complete('flows', 'get', '')).toEqual(['examples/hello', 'robotics/other', ':none']);
  expect(await complete('flows', 'get', 'rob')).toEqual(['robotics/other', ':none']);
  expect(await complete('flows', 'get', 'robotics/o')).toEqual(['robotics/other', ':none']);
  expect(await complete('flows', 'list', '')).toEqual(['examples', 'robotics', ':none']);
  expect(await complete('status', '')).toEqual([':none']);
  expect(await complete('flows', 'get', '--server', urlOf(cli.server), 'ex')).toEqual(['examples/hello', ':none']);
  cli.line.environment = { FLOWGATE_SERVER: 'http://127.0.0.1:1' };
  expect(await cli.line.run(['__complete', '--shell', 'bash', '--', 'flows', 'get', ''])).toEqual({
    status: 0,
    stdout: ':none\n',
    stderr: '',
  });
});
