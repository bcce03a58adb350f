import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';

const id = '7615917337495251231';
const json = `{"id":${id},"v":[1.0,1E5,-0,1e400,0.1000000000000000055511151231257827],"__proto__":{"x":1.0}}`;
const shell = 'dev.vendor.plugin.core.shell.Shell';
const child = `id: child
namespace: examples
inputs: [{id: j, type: JSON}, {id: k, type: JSON, defaults: '{"id": ${id}}'}]
tasks:
  - {id: show, type: ${shell}, commands: ['printf "%s\\n" "child j=$J" "child k=$K"']}
`;
const flow = `id: exact
namespace: examples
inputs:
  - {id: j, type: JSON}
  - {id: d, type: JSON, defaults: '${json}', prefill: '[${id}]'}
  - {id: f, type: FLOAT, required: false}
  - {id: i, type: INT, required: false}
  - {id: c, type: JSON, required: false, schema: {const: ${id}, maximum: 9223372036854775807}}
triggers:
  - {id: hook, type: webhook, inputs: {j: '{{ trigger.body.data.id }}', d: {whole: '{{ trigger.body.data }}', fixed: ${id}}}}
  - {id: night, type: schedule, cron: '0 2 * * *', inputs: {j: {id: ${id}}}}
tasks:
  - id: show
    type: ${shell}
    commands: ['printf "%s\\n" "j=$J" "d=$D" "i=$I"', 'printf "{\\"o\\":%s}\\n" "$J"']
    outputSchema: {o: {type: JSON}}
  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: child, inputs: {j: {id: ${id}}}}
  - id: each
    type: dev.vendor.plugin.core.flow.ForEach
    values: [${id}]
    tasks: [{id: say, type: ${shell}, commands: ['echo "item {{ items.each }}"']}]
outputs:
  - {id: out, type: JSON, value: '{{ task_outputs.show.o }}'}
`;

describe('numbers that JavaScript cannot represent', () => {
  let running: GatewayWithWorker;
  beforeAll(async () => {
    running = await startLocalGateway();
    await running.store(child);
    await running.store(flow);
  });
  afterAll(() => running.stop());
  const path = '/flows/examples/exact';
  const get = async (url: string) => (await request(running.gateway.app).get(url).expect(200)).text;
  const post = (url: string, body: string) =>
    request(running.gateway.app).post(url).set('x-oidc-sub', 'ada').type('json').send(body);
  /** The log and the text of the record of an execution that has ended. */
  const outcome = async (execution: string) => {
    await running.until(execution, 'SUCCESS');
    return { log: await get(`/executions/${execution}/logs`), record: await get(`/executions/${execution}`) };
  };

  it('keep their digits from the body to the task, the outputs, the record and a replay', async () => {
    const { body, text } = await post(
      `${path}/executions`,
      `{"revision":1.0,"inputs":{"j":${json},"c":${id},"i":5.0}}`,
    );
    expect(text).toContain(`"inputs":{"j":${json},"d":${json},"i":5,"c":${id}}`);
    const { log, record } = await outcome(body.id);
    expect(log).toContain(`j=${json}\nd=${json}\ni=5\n`);
    expect(log).toContain(`child j={"id":${id}}\nchild k={"id":${id}}\n`);
    expect(log).toContain(`item ${id}\n`);
    expect(record).toContain(`"outputs":{"out":${json}}`);
    expect(await get(`/executions?flow_id=exact`)).toContain(`"inputs":{"j":${json}`);
    expect((await post(`/executions/${body.id}/replay`, '{}').expect(202)).text).toContain(`"inputs":{"j":${json}`);
  });

  it('keep their digits in a form, a preset and a webhook', async () => {
    const form = request(running.gateway.app).post(`${path}/executions`).set('x-oidc-sub', 'ada');
    const { body } = await form.field('j', json).field('inputs', `{"d":${id}}`).expect(202);
    expect((await outcome(body.id)).log).toContain(`j=${json}\nd=${id}\n`);

    const preset = request(running.gateway.app).put(`${path}/presets/big`).set('x-oidc-sub', 'ada').type('json');
    await preset.send(`{"inputs":{"j":${json}}}`).expect(200);
    expect(await get(`${path}/presets`)).toContain(`"inputs":{"j":${json}}`);

    const made = await post(`${path}/triggers/hook/key`, '').expect(201);
    const delivery = `{"data":${json}}`;
    const called = await request(running.gateway.app)
      .post('/hooks/examples/exact/hook')
      .set('X-Flowgate-Key', made.body.key)
      .type('json')
      .send(delivery)
      .expect(202);
    expect((await outcome(called.body.id)).log).toContain(`j=${id}\nd={"whole":${json},"fixed":${id}}\n`);
    expect(await get(`${path}/triggers`)).toContain(`"inputs":{"j":{"id":${id}}}`);
  });

  it('keep their digits in the schema, the definition and the Jenkinsfile', async () => {
    const schema = await get(`${path}/schema`);
    expect(schema).toContain(`"default":${json}`);
    expect(schema).toContain(`"examples":[[${id}]]`);
    expect(schema).toContain(`"const":${id},"maximum":9223372036854775807`);
    expect(await get(path)).toContain(`"const":${id}`);
    const jenkinsfile = await get(`${path}/jenkinsfile`);
    expect(jenkinsfile).toContain(`'${json}'`);
    expect(jenkinsfile).toContain(`{"id":${id}}`);
  });

  it('are shown as they were sent', async () => {
    const sent = `{"inputs":{"f":1e400,"i":${id},"c":7615917337495251232,"x":${json}}}`;
    const { text } = await post(`${path}/validate-inputs`, sent).expect(200);
    for (const value of ['1e400', id, '7615917337495251232', json])
      expect(text).toContain(`"provided_value":${value}}`);
    expect(text).toContain('found the number 1e400');
    expect(text).toContain(`Value must be at most 9007199254740991; found ${id}`);
    expect(text).toContain(`Value must be equal to constant: ${id}`);
  });
});
