import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../../src/base/config/package-root.ts';
import { agentOf, connect, startForAgents, type Agent, type GatewayForAgents } from './agent.ts';

let running: GatewayForAgents;
let agent: Agent;
beforeAll(async () => {
  running = await startForAgents();
  agent = await running.agent();
  await running.store(greeting);
  await running.store(greeting.replace('id: greet\n', 'id: secret-greet\n').replace('mcp: allowed', 'mcp: no'));
});
afterAll(() => running.stop());

const greeting = `id: greet
namespace: examples
description: Greets someone.
labels: {mcp: allowed}
inputs:
  - {id: user_name, type: STRING, max_length: 10}
  - {id: token, type: SECRET, required: false}
outputs:
  - {id: said, type: STRING, value: '{{ task_outputs.say.said }}'}
tasks:
  - id: say
    type: dev.vendor.plugin.core.shell.Shell
    outputSchema: {said: {type: STRING}}
    commands:
      - for line in 1 2 3 4 5; do echo "line $line"; done
      - 'printf "{\\"said\\": \\"Hello %s\\"}\\n" "$USER_NAME"'
`;
const flow = { namespace: 'examples', flow_id: 'greet' };
const inputs = { user_name: 'Ada' };

async function ended(id: string) {
  await running.until(id, 'SUCCESS');
  return agent.call('get_execution', { execution_id: id });
}

it('eight tools have names, descriptions, schemas and hints', async () => {
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint])).toEqual(
    [
      ['find_flows', true, false],
      ['flow_inputs', true, false],
      ['validate', true, false],
      ['run_flow', false, true],
      ['get_execution', true, false],
      ['task_log', true, false],
      ['stop_execution', false, true],
      ['explain_problem', true, false],
    ],
  );
  for (const { description = '', inputSchema } of tools) {
    expect(description.length).toBeGreaterThan(50);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) expect(inputSchema).not.toHaveProperty(keyword);
  }
  // A model reads this before anything else.
  expect(JSON.stringify(tools).length).toBeLessThan(8_000);
});

it('the guide lists them', async () => {
  const guide = readFileSync(join(packageRoot(), 'docs/how-to/let-agents-run-flows.md'), 'utf8');
  const { tools } = await agent.client.listTools();
  const rows = [...guide.matchAll(/^\| `([a-z_]+)` \|.*\| ([^|]+) \|$/gm)].map(([, name, args]) => [name, args]);
  const argumentsOf = ({ properties = {} }: (typeof tools)[number]['inputSchema']) =>
    Object.keys(properties).map((name) => `\`${name}\``);
  expect(rows).toEqual(tools.map(({ name, inputSchema }) => [name, argumentsOf(inputSchema).join(', ')]));
});

it.each(['legacy', 'auto'] as const)('a client connects with the protocol %s', async (mode) => {
  const client = await connect(running.url, await running.token(), mode);
  const { data } = await agentOf(client).call('explain_problem', { code: 'unused-input' });
  expect(data.title).toBe('The input is never used');
  await client.close();
});

describe('an agent', () => {
  it('finds, checks, runs and follows a flow', async () => {
    const found = await agent.call('find_flows', { search: 'greet' });
    expect(found.data.flows).toMatchObject([
      { ...flow, can_run: true, description: { foreign: 'Greets someone.' } },
      { flow_id: 'secret-greet', can_run: false, cannot_run_because: expect.stringContaining('label "mcp: allowed"') },
    ]);
    const described = await agent.call('flow_inputs', flow);
    expect(described.data).toMatchObject({
      allowed_for_agents: true,
      schema: { foreign: { required: ['user_name'], properties: { user_name: { maxLength: 10 } } } },
    });
    const checked = await agent.call('validate', { ...flow, inputs: { user_name: 'far too long a name' } });
    expect(checked.data).toMatchObject({ valid: false, errors: { foreign: [{ input_id: 'user_name' }] } });
    const started = await agent.call('run_flow', { ...flow, inputs });
    expect(started.data).toMatchObject({
      ...flow,
      revision: 1,
      has_ended: false,
      actor: expect.stringMatching(/^token:/),
    });
    expect(started.data.url).toBe(`${running.url}/ui/executions/${started.data.id}`);
    const execution = await ended(started.data.id);
    expect(execution.text).toMatch(/^The execution has ended: SUCCESS\./);
    expect(execution.data).toMatchObject({
      state: 'SUCCESS',
      has_ended: true,
      outputs: { foreign: { said: 'Hello Ada' } },
      tasks: [{ task: { foreign: 'say' }, state: 'SUCCESS' }],
    });
    const log = await agent.call('task_log', { execution_id: started.data.id, task: 'say', lines: 2 });
    expect(log.data).toMatchObject({ has_earlier_lines: true, log: { foreign: 'line 5\n{"said": "Hello Ada"}' } });
    const whole = await agent.call('task_log', { execution_id: started.data.id });
    expect(whole.data.log.foreign).toContain('line 1\nline 2');
    expect(whole.data.has_earlier_lines).toBe(false);
  });

  it('runs a flow once with an idempotency key', async () => {
    const run = async () => (await agent.call('run_flow', { ...flow, inputs, idempotency_key: 'once' })).data.id;
    expect(await run()).toBe(await run());
    const other = await agent.call('run_flow', { ...flow, inputs: { user_name: 'Bob' }, idempotency_key: 'once' });
    const message = expect.stringMatching(/^The idempotency key was used /);
    expect(other).toMatchObject({ isError: true, data: { error: 'idempotency-conflict', message } });
  });

  it('validates a flow, and learns what a code means', async () => {
    const { data } = await agent.call('validate', { flow: 'id: broken\nnamespace: examples\ntasks: []\n' });
    expect(data).toMatchObject({ valid: false, errors: { foreign: [{ code: 'empty-list', path: '/tasks' }] } });
    const braces = await agent.call('explain_problem', { code: 'unused-input' });
    expect(braces.data.example).toContain('{{ inputs.count }}');
    const { data: explained } = await agent.call('explain_problem', { code: 'empty-list' });
    expect(explained).toMatchObject({
      title: 'The list needs at least one item',
      example: expect.stringContaining('yaml'),
    });
    const unknown = await agent.call('explain_problem', { code: 'empty-lists' });
    expect(unknown.data.message).toContain('Did you mean empty-list?');
    const error = await agent.call('explain_problem', { code: 'flow-disabled' });
    expect(error.data).toMatchObject({ title: 'Flow is disabled' });
  });

  it('stops an execution', async () => {
    await running.store(`id: long\nnamespace: examples\nlabels: {mcp: allowed}\ntasks:
  - {id: wait, type: dev.vendor.plugin.core.shell.Shell, commands: [sleep 60]}\n`);
    const { data } = await agent.call('run_flow', { namespace: 'examples', flow_id: 'long' });
    await running.until(data.id, 'RUNNING');
    expect((await agent.call('stop_execution', { execution_id: data.id })).isError).toBe(false);
    await running.until(data.id, 'KILLED');
    const again = await agent.call('stop_execution', { execution_id: data.id });
    expect(again).toMatchObject({ isError: true, data: { error: 'execution-ended' } });
  });

  it('cannot approve, but says who can and where', async () => {
    await running.store(`id: asks\nnamespace: examples\nlabels: {mcp: allowed}\ntasks:
  - {id: release, type: dev.vendor.plugin.core.flow.Approval, message: Approve this at once}\n`);
    const { data } = await agent.call('run_flow', { namespace: 'examples', flow_id: 'asks' });
    await running.until(data.id, ({ waitingFor }) => waitingFor !== undefined);
    const waiting = await agent.call('get_execution', { execution_id: data.id });
    expect(waiting.text).toContain(`waits for the decision of a person, which no tool can make: ${data.url}`);
    expect(waiting.data.waits_for).toMatchObject({ kind: 'approval', message: { foreign: 'Approve this at once' } });
  });
});

describe('a call is rejected', () => {
  it('without the label, in the revision that would run or in the latest one', async () => {
    await running.store(greeting.replaceAll('id: greet\n', 'id: changing\n'));
    const changing = { namespace: 'examples', flow_id: 'changing', inputs };
    expect((await agent.call('run_flow', changing)).isError).toBe(false);
    await running.store(
      greeting.replaceAll('id: greet\n', 'id: changing\n').replace('{mcp: allowed}', '{mcp: denied}'),
    );
    expect(await agent.call('run_flow', changing)).toMatchObject({
      isError: true,
      data: { error: 'not-allowed-for-agents', message: expect.stringContaining('"mcp: allowed"') },
    });
    expect((await agent.call('validate', changing)).data).toMatchObject({ valid: true, allowed_for_agents: false });
    const earlier = { ...changing, revision: 1 };
    expect((await agent.call('run_flow', earlier)).data.error).toBe('not-allowed-for-agents');
    expect((await agent.call('validate', earlier)).data).toMatchObject({ valid: true, allowed_for_agents: false });
    await running.store(greeting.replaceAll('id: greet\n', 'id: changing\n'));
    expect((await agent.call('run_flow', earlier)).isError).toBe(false);
    expect((await agent.call('run_flow', { ...changing, revision: 2 })).data.error).toBe('not-allowed-for-agents');
  });

  it('with a secret, which is stored and repeated nowhere', async () => {
    const values = { ...inputs, token: 'open-sesame-4711' };
    for (const name of ['run_flow', 'validate']) {
      const called = await agent.call(name, { ...flow, inputs: values });
      expect(called.data.errors.foreign).toMatchObject([
        { input_id: 'token', message: expect.stringContaining('only by reference'), provided_value: '****' },
      ]);
      expect(called.text).not.toContain('open-sesame');
    }
    const keys = await running.gateway.redis.redis.keys('*');
    const dumps = await Promise.all(keys.map((key) => running.gateway.redis.redis.dumpBuffer(key)));
    expect(dumps.length).toBeGreaterThan(5);
    expect(dumps.filter((dump) => dump?.includes('open-sesame') === true)).toEqual([]);
    expect(running.gateway.log.join('')).not.toContain('open-sesame');
  });

  it('with a reference to a secret that the namespace may not use, as over HTTP', async () => {
    const called = await agent.call('run_flow', { ...flow, inputs: { ...inputs, token: 'credential:x' } });
    expect(called.data.errors.foreign[0].message).toContain(
      'names a credential that the namespace examples may not use',
    );
  });

  it.each([
    ['find_flows', { limit: 1_000 }, '"limit" must be at most 50'],
    ['task_log', { execution_id: '01JD8Z3K5V6W7X8Y9Z0A1B2C3D', lines: 501 }, '"lines" must be at most 500'],
    [
      'run_flow',
      { namespace: 'examples' },
      '"flow_id" is missing. The arguments of run_flow are namespace, flow_id, inputs',
    ],
    ['run_flow', { ...flow, labels: { mcp: 'allowed' } }, '"labels" is no argument'],
    ['get_execution', { execution_id: '../tokens' }, '"execution_id" must match pattern'],
    ['validate', {}, 'Give either "flow" alone'],
  ])('%s with invalid arguments', async (name, args, reason) => {
    const { isError, data } = await agent.call(name, args);
    expect(isError).toBe(true);
    expect(data.error).toBe('invalid-request');
    expect(data.message).toContain(reason);
    expect(data.note).toBeUndefined();
  });

  it('in words that do not tell of HTTP', async () => {
    const { data } = await agent.call('get_execution', { execution_id: '01JD8Z3K5V6W7X8Y9Z0A1B2C3D' });
    expect(data.message).toBe('The execution 01JD8Z3K5V6W7X8Y9Z0A1B2C3D was not found.');
  });

  it('with a file, which agents cannot upload', async () => {
    await running.store(greeting.replaceAll('id: greet\n', 'id: filed\n').replace('type: SECRET', 'type: FILE'));
    const filed = { namespace: 'examples', flow_id: 'filed', inputs: { ...inputs, token: 'an-upload' } };
    for (const name of ['run_flow', 'validate'])
      expect((await agent.call(name, filed)).data.errors.foreign).toMatchObject([
        { input_id: 'token', message: expect.stringContaining('Agents cannot upload files') },
      ]);
    expect((await agent.call('flow_inputs', filed)).isError).toBe(true);
    const { text } = await agent.call('flow_inputs', { namespace: 'examples', flow_id: 'filed' });
    expect(text).toContain('Agents cannot upload files');
  });

  it('for a tool that does not exist', async () => {
    await expect(agent.call('delete_flow')).rejects.toMatchObject({ code: -32602 });
  });
});
