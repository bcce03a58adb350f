import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(() => gateway.redis.redis.flushall());
afterAll(() => gateway.stop());

const create = (text: string) =>
  request(gateway.app).post('/flows').set('x-oidc-sub', 'ada').set('Content-Type', 'text/yaml').send(text).expect(201);
const bringIn = (text: string, query = '') =>
  request(gateway.app)
    .post(`/import${query}`)
    .set('x-oidc-sub', 'bob')
    .set('Content-Type', 'application/yaml')
    .send(text);

describe('lists', () => {
  it('returns pages', async () => {
    for (const id of ['a', 'b', 'c']) await create(flowText({ id }));
    const first = await request(gateway.app).get('/flows/examples?limit=2&sort=-id').expect(200);
    expect(first.body.flows).toMatchObject([{ id: 'c', labels: { team: 'greeters' }, revision: 1 }, { id: 'b' }]);
    const second = await request(gateway.app)
      .get(`/flows/examples?limit=2&sort=-id&cursor=${first.body.nextCursor}`)
      .expect(200);
    expect(second.body.flows).toMatchObject([{ id: 'a' }]);
    expect(second.body).not.toHaveProperty('nextCursor');
  });

  it('searches by prefix, namespace and label', async () => {
    await create(flowText({ namespace: 'robots', id: 'drive' }));
    await create(flowText({ namespace: 'examples', id: 'rob' }));
    const idsOf = async (query: string) =>
      (await request(gateway.app).get(`/flows?${query}`).expect(200)).body.flows.map(({ id }: { id: string }) => id);
    expect(await idsOf('q=rob')).toEqual(['drive', 'rob']);
    expect(await idsOf('namespace=robots')).toEqual(['drive']);
    expect(await idsOf('label=team:greeters')).toEqual(['rob', 'drive']);
    expect(await idsOf('label=team:greeters&label=stage:x')).toEqual([]);
    expect(await idsOf('deleted=true')).toEqual([]);
  });

  it.each(['limit=0', 'limit=501', 'sort=size', 'label=team', 'cursor=AAAA', 'nope=1', 'namespace=A'])(
    'rejects ?%s',
    async (query) => {
      expect((await request(gateway.app).get(`/flows?${query}`).expect(400)).body.type).toBe(
        'urn:flowgate:problem:invalid-request',
      );
    },
  );
});

describe('export and import', () => {
  it('transfer every flow unchanged', async () => {
    const texts = [
      flowText({ id: 'a' }),
      `# first\n---\n${flowText({ id: 'b' })}`,
      `%YAML 1.2\n---\n${flowText({ id: 'c' })}`,
      `${flowText({ id: 'd' })}# last\n`,
    ];
    for (const text of texts) await create(text);
    const { text: stream, type } = await request(gateway.app)
      .get('/export')
      .expect(200)
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk)).on('end', () => done(null, text));
      })
      .then((answer) => ({ text: answer.body as string, type: answer.type }));
    expect(type).toBe('application/x-yaml');
    expect((await bringIn(stream).expect(200)).body.flows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    await gateway.redis.redis.flushall();
    expect((await bringIn(stream).expect(200)).body.flows).toMatchObject(
      ['a', 'b', 'c', 'd'].map((id) => ({ id, outcome: 'created', revision: 1 })),
    );
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
      expect((await request(gateway.app).get(`/flows/examples/${id}`)).body.source).toBe(texts[index]);
    }
  });

  it('include the name of a rejected flow, if it has one', async () => {
    const stream = [
      'id: a\nnamespace: examples\ntasks: []\n',
      'id: -\nnamespace: examples\n',
      'id: b\nnamespace: Examples\n',
      'id: c\n',
    ].join('---\n');
    const { body } = await bringIn(stream).expect(200);
    expect(body.flows.map(({ namespace, id, outcome }: Record<string, string>) => [namespace, id, outcome])).toEqual([
      ['examples', 'a', 'refused'],
      [undefined, undefined, 'refused'],
      [undefined, undefined, 'refused'],
      [undefined, undefined, 'refused'],
    ]);
  });

  it('report each flow, and change nothing in a dry run', async () => {
    await create(flowText({ id: 'same' }));
    await create(flowText({ id: 'old' }));
    const stream = ['same', 'new']
      .map((id) => flowText({ id }))
      .concat(flowText({ id: 'old', greeting: 'Hi' }), 'id: [\n')
      .join('---\n');
    const expected = [
      { document: 1, id: 'same', outcome: 'unchanged', revision: 1 },
      { document: 2, id: 'new', outcome: 'created', revision: 1 },
      { document: 3, id: 'old', outcome: 'updated', revision: 2 },
      { document: 4, outcome: 'refused', errors: [{ code: 'yaml-syntax' }] },
    ];
    expect((await bringIn(stream, '?dryRun=true').expect(200)).body).toMatchObject({ dryRun: true, flows: expected });
    await request(gateway.app).get('/flows/examples/new').expect(404);
    const { body } = await bringIn(stream).expect(200);
    expect(body).toMatchObject({ dryRun: false, flows: expected });
    expect(body.flows[3].errors[0].line).toBeGreaterThan(flowText().split('\n').length * 3 - 3);
  });

  it('reject a deleted flow, and explain how to restore it', async () => {
    await create(flowText());
    await request(gateway.app).delete('/flows/examples/hello').set('x-oidc-sub', 'eve').expect(204);
    for (const query of ['', '?dryRun=true']) {
      const { body } = await bringIn(flowText(), query).expect(200);
      expect(body.flows).toMatchObject([{ outcome: 'refused', reason: expect.stringContaining('restore') }]);
    }
  });

  it('are limited, and so are the problems in a response', async () => {
    const tooMany = await bringIn('---\na\n'.repeat(5001)).expect(413);
    expect(tooMany.body).toMatchObject({
      type: 'urn:flowgate:problem:body-too-large',
      detail: 'The stream can have at most 5000 documents. Split it and import the parts.',
    });
    const { body } = await bringIn(
      `---\n${flowText()}outputs: [${'{},'.repeat(500)}]\n`.repeat(20),
      '?dryRun=true',
    ).expect(200);
    const lengths = body.flows.map(
      ({ errors, warnings, omittedProblems = 0 }: { errors: []; warnings: []; omittedProblems?: number }) => [
        errors.length + warnings.length,
        omittedProblems,
      ],
    );
    expect(lengths.slice(0, 6)).toEqual([...Array.from({ length: 5 }, () => [1000, 0]), [1, 999]]);
    expect(lengths.at(-1)).toEqual([1, 999]);
  });

  it('reject a stream without a document', async () => {
    await bringIn('# nothing\n').expect(400);
    await bringIn('').expect(400);
  });

  it('return every source byte for byte, whatever its formatting', async () => {
    const yaml = flowText({ id: 'base' }).replace('id: base', 'id: ID');
    const sources = [
      ['text/yaml', yaml.replace('ID', 'plain')],
      ['text/yaml', yaml.replace('ID', 'no-break').trimEnd()],
      ['text/yaml', yaml.replace('ID', 'windows').replaceAll('\n', '\r\n')],
      ['text/yaml', `# first\n---\n${yaml.replace('ID', 'marked')}...\n`],
      ['text/yaml', `%YAML 1.2\n---\n${yaml.replace('ID', 'directive')}`],
      [
        'application/json',
        '{"id": "json",\n"namespace": "examples", "description": "d", "tasks": [{"id": "a", "type": "dev.vendor.plugin.core.log.Log", "message": "m"}]}',
      ],
    ] as const;
    for (const [mediaType, text] of sources)
      await request(gateway.app)
        .post('/flows')
        .set('x-oidc-sub', 'ada')
        .set('Content-Type', mediaType)
        .send(text)
        .expect(201);
    const { body: stream } = await request(gateway.app).get('/export').buffer(true).parse(asText).expect(200);
    const again = await bringIn(stream).expect(200);
    expect(again.body.flows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(sources.map(() => 'unchanged'));
    await gateway.redis.redis.flushall();
    await bringIn(stream).expect(200);
    const read = async (id: string) =>
      (
        await request(gateway.app)
          .get(`/flows/examples/${id}`)
          .set('Accept', 'application/x-yaml')
          .buffer(true)
          .parse(asText)
          .expect(200)
      ).body;
    for (const [, text] of sources) expect(await read(/id"?: "?([\w-]+)/.exec(text)?.[1] ?? '')).toBe(text);
  });

  it('predict the outcome for a flow that occurs twice in the stream', async () => {
    const stream = `${flowText()}---\n${flowText()}---\n${flowText({ greeting: 'Bye' })}`;
    const report = [
      { outcome: 'created', revision: 1 },
      { outcome: 'unchanged', revision: 1 },
      { outcome: 'updated', revision: 2 },
    ];
    expect((await bringIn(stream, '?dryRun=true').expect(200)).body.flows).toMatchObject(report);
    expect((await bringIn(stream).expect(200)).body.flows).toMatchObject(report);
  });
});

/** Reads the raw body; supertest ignores YAML. */
function asText(response: request.Response, done: (error: Error | null, body: string) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
  response.on('end', () => done(null, Buffer.concat(chunks).toString()));
}
