import request, { type Test } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(() => gateway.redis.redis.flushall());
afterAll(() => gateway.stop());

const path = '/flows/examples/hello';

function yaml(test: Test, text: string | Buffer = flowText()): Test {
  return test.set('Content-Type', 'application/x-yaml').send(text);
}
const create = (text?: string | Buffer) => yaml(request(gateway.app).post('/flows').set('x-oidc-sub', 'ada'), text);
const update = (text: string) => yaml(request(gateway.app).put(path).set('x-oidc-sub', 'bob'), text);

describe('POST /flows/validate', () => {
  it.each(['application/x-yaml', 'application/yaml', 'text/yaml', 'application/x-yaml; charset=UTF-8'])(
    'takes %s',
    async (type) => {
      const { body } = await request(gateway.app)
        .post('/flows/validate')
        .set('Content-Type', type)
        .send(flowText())
        .expect(200);
      expect(body).toEqual({ valid: true, errors: [], warnings: [] });
    },
  );

  it('accepts JSON, whose problems have no positions', async () => {
    const { body } = await request(gateway.app)
      .post('/flows/validate')
      .send({ id: 'x', namespace: 'Upper', tasks: [] })
      .expect(200);
    expect(body.valid).toBe(false);
    expect(body.errors).toContainEqual(expect.objectContaining({ code: 'invalid-id', path: '/namespace' }));
    expect(body.errors[0]).not.toHaveProperty('line');
  });

  it.each([
    ['no body', (test: Test) => test],
    ['an empty body', (test: Test) => yaml(test, '')],
    [
      'an empty body in chunks',
      (test: Test) => test.set('Content-Type', 'text/yaml').set('Transfer-Encoding', 'chunked').send(''),
    ],
    ['an empty JSON body', (test: Test) => test.set('Content-Type', 'application/json').send('')],
    ['blanks', (test: Test) => yaml(test, ' \n')],
    ['a comment', (test: Test) => yaml(test, '# nothing yet\n')],
  ])('returns 200 for %s', async (_, send) => {
    const { body } = await send(request(gateway.app).post('/flows/validate')).expect(200);
    expect(body).toMatchObject({ valid: false, errors: [{ severity: 'error' }], warnings: [] });
  });

  it('returns each problem with its position', async () => {
    const { body } = await yaml(
      request(gateway.app).post('/flows/validate'),
      'id: x\nnamespace: a\nnope: 1\ntasks: []\n',
    ).expect(200);
    expect(body.errors).toContainEqual(
      expect.objectContaining({ code: 'unknown-property', severity: 'error', path: '/nope', line: 3, column: 1 }),
    );
  });

  it('rejects ids that are invalid in paths', async () => {
    const long = 'x'.repeat(256);
    const source = `id: ${long}\nnamespace: ${long}\ndescription: d\ntasks: [{id: ${long}, type: dev.vendor.plugin.core.log.Log, message: Hi}]\n`;
    const { body } = await yaml(request(gateway.app).post('/flows/validate'), source).expect(200);
    expect(body.errors).toMatchObject(
      ['/id', '/namespace', '/tasks/0/id'].map((place) => ({ code: 'invalid-id', path: place })),
    );
    expect(body.errors[0].message).toContain('256 characters long; the maximum is 255');
    expect(
      (await yaml(request(gateway.app).post('/flows/validate'), source.replaceAll(long, long.slice(1)))).body.valid,
    ).toBe(true);
  });

  it('returns 200 for invalid YAML', async () => {
    const { body } = await yaml(request(gateway.app).post('/flows/validate'), 'a: [').expect(200);
    expect(body).toMatchObject({ valid: false, errors: [{ code: 'yaml-syntax' }] });
  });

  it('returns the same result for a document that was checked before', async () => {
    const first = await yaml(request(gateway.app).post('/flows/validate'), 'id: 1').expect(200);
    const second = await yaml(request(gateway.app).post('/flows/validate'), 'id: 1').expect(200);
    expect(second.body).toEqual(first.body);
  });
});

describe('POST /flows', () => {
  it('stores revision 1', async () => {
    const { body, headers } = await create().expect(201);
    expect(headers).toMatchObject({ location: path, etag: '"1"' });
    expect(body).toMatchObject({
      namespace: 'examples',
      id: 'hello',
      revision: 1,
      description: 'Greets someone.',
      labels: { team: 'greeters' },
      createdBy: 'ada',
      updatedBy: 'ada',
      deleted: false,
      source: flowText(),
      mediaType: 'application/x-yaml',
      warnings: [],
      definition: { id: 'hello', inputs: [{ id: 'user_name', max_length: 40 }] },
    });
  });

  it('returns 201 with warnings', async () => {
    const { body } = await create(flowText().replace(/description.*\n/, '')).expect(201);
    expect(body.warnings).toMatchObject([{ code: 'missing-description' }]);
  });

  it('requires authentication', async () => {
    const { body, type } = await yaml(request(gateway.app).post('/flows')).expect(401);
    expect(type).toBe('application/problem+json');
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:unauthenticated', status: 401, instance: '/flows' });
    expect(body.detail).toContain('x-oidc-sub');
  });

  it('rejects an existing flow', async () => {
    await create().expect(201);
    const { body } = await create(flowText({ greeting: 'Hi' })).expect(409);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:flow-exists', currentRevision: 1 });
  });

  it('rejects an invalid flow with all its errors', async () => {
    const { body } = await create('id: x\nnamespace: A\ntasks: []\n').expect(422);
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['invalid-id', 'empty-list']),
    );
    expect(body.warnings).toMatchObject([{ code: 'missing-description' }]);
  });
});

describe('GET /flows/{namespace}/{flow_id}', () => {
  const bytes = Buffer.from(`\u{FEFF}${flowText()}# Ä\r\n`);

  it.each(['application/x-yaml', 'application/yaml', 'text/yaml'])(
    'gives the source byte for byte as %s',
    async (type) => {
      await create(bytes).expect(201);
      const answer = await request(gateway.app)
        .get(path)
        .set('Accept', type)
        .buffer(true)
        .parse((response, done) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
        })
        .expect(200);
      expect(answer.type).toBe(type);
      expect(answer.headers.etag).toBe('"1"');
      expect((answer.body as Buffer).equals(bytes)).toBe(true);
    },
  );

  it('returns earlier revisions', async () => {
    await create();
    await update(flowText({ greeting: 'Hi' })).expect(200);
    const { body } = await request(gateway.app).get(`${path}?revision=1`).expect(200).expect('ETag', '"1"');
    expect(body).toMatchObject({ revision: 1, updatedBy: 'ada', source: flowText() });
    expect((await request(gateway.app).get(path)).body).toMatchObject({
      revision: 2,
      createdBy: 'ada',
      updatedBy: 'bob',
    });
  });

  it('distinguishes a missing flow from a missing revision', async () => {
    expect((await request(gateway.app).get(path).expect(404)).body.type).toBe('urn:flowgate:problem:flow-not-found');
    await create();
    expect((await request(gateway.app).get(`${path}?revision=7`).expect(404)).body).toMatchObject({
      type: 'urn:flowgate:problem:revision-not-found',
      currentRevision: 1,
      detail: 'The flow examples/hello has no revision 7; its only revision is 1.',
    });
    await update(flowText({ greeting: 'Hi' })).expect(200);
    expect((await request(gateway.app).get(`${path}?revision=7`)).body.detail).toBe(
      'The flow examples/hello has no revision 7; its revisions are 1 to 2.',
    );
  });

  it.each(['0', '-1', 'abc', '1.5', '', '9007199254740993', '1&revision=2'])(
    'rejects revision %j',
    async (revision) => {
      await create();
      const { body } = await request(gateway.app).get(`${path}?revision=${revision}`).expect(400);
      expect(body.type).toBe('urn:flowgate:problem:invalid-request');
      expect(body.detail).toContain('revision');
    },
  );

  it('supports If-None-Match and HEAD', async () => {
    await create();
    await request(gateway.app).get(path).set('If-None-Match', '"1"').expect(304);
    const head = await request(gateway.app).head(path).expect(200).expect('ETag', '"1"');
    expect(head.text).toBeUndefined();
  });

  it('lists the available media types if none is acceptable', async () => {
    await create();
    expect((await request(gateway.app).get(path).set('Accept', 'image/png').expect(406)).body.detail).toContain(
      'application/x-yaml',
    );
  });
});

describe('PUT /flows/{namespace}/{flow_id}', () => {
  it('always creates a revision, even for the same source', async () => {
    await create();
    const { body } = await update(flowText()).expect(200).expect('ETag', '"2"');
    expect(body).toMatchObject({ revision: 2, updatedBy: 'bob' });
    expect(body).not.toHaveProperty('unchanged');
    await update(flowText({ greeting: 'Hi' }))
      .expect(200)
      .expect('ETag', '"3"');
    const { body: history } = await request(gateway.app).get(`${path}/revisions`).expect(200);
    expect(history.revisions.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2, 1]);
  });

  it('creates one revision for an update that is sent twice with If-Match', async () => {
    await create();
    await update(flowText({ greeting: 'Hi' }))
      .set('If-Match', '"1"')
      .expect(200);
    await update(flowText({ greeting: 'Hi' }))
      .set('If-Match', '"1"')
      .expect(412);
  });

  it('honours If-Match', async () => {
    await create();
    await update(flowText({ greeting: 'Hi' }))
      .set('If-Match', '"1"')
      .expect(200);
    const { body } = await update(flowText({ greeting: 'Ho' }))
      .set('If-Match', '"1"')
      .expect(412);
    expect(body).toMatchObject({
      type: 'urn:flowgate:problem:stale-revision',
      expectedRevisions: [1],
      currentRevision: 2,
    });
    await update(flowText({ greeting: 'Ho' }))
      .set('If-Match', 'W/"2"')
      .expect(200);
    await update(flowText({ greeting: 'He' }))
      .set('If-Match', '*')
      .expect(200);
    for (const tag of ['"other"', '"04"', '04']) {
      expect(
        (
          await update(flowText({ greeting: 'Ha' }))
            .set('If-Match', tag)
            .expect(412)
        ).body.detail,
      ).toContain('is at revision 4, but If-Match names no revision');
    }
    await update(flowText({ greeting: 'Ha' }))
      .set('If-Match', 'what?')
      .expect(400);
  });

  it('rejects ids that differ from the path', async () => {
    await create();
    const { body } = await update(flowText({ id: 'other' })).expect(422);
    expect(body.errors).toMatchObject([{ code: 'invalid-value', path: '/id', line: 1, column: 5 }]);
  });

  it('does not create flows', async () => {
    await update(flowText()).expect(404);
  });
});

describe('DELETE /flows/{namespace}/{flow_id}', () => {
  const remove = (query = '') =>
    request(gateway.app)
      .delete(path + query)
      .set('x-oidc-sub', 'eve');

  it('keeps the history, and suggests restore when the flow is created again', async () => {
    await create();
    await remove().set('If-Match', '"3"').expect(412);
    await remove().set('If-Match', '"1"').expect(204);
    expect((await request(gateway.app).get(path).expect(404)).body.detail).toContain('restore');
    expect((await request(gateway.app).get(`${path}?revision=1`).expect(200)).body).toMatchObject({
      deleted: true,
      deletedBy: 'eve',
    });
    expect((await create().expect(409)).body.detail).toContain(`${path}/revisions/1/restore`);
    await remove().expect(404);
    await update(flowText()).expect(404);
    await request(gateway.app).get(`${path}/revisions`).expect(200);
    await request(gateway.app).get(`${path}/schema`).expect(404);
  });

  it('purges the flow and its history', async () => {
    await create();
    await remove('?purge=true').expect(204);
    await request(gateway.app).get(`${path}?revision=1`).expect(404);
    expect((await create().expect(201)).body.revision).toBe(1);
  });

  it('requires authentication', async () => {
    await request(gateway.app).delete(path).expect(401);
  });
});

describe('revisions', () => {
  it('are listed with author, time and content', async () => {
    await create();
    await update(flowText({ greeting: 'Hi' }));
    const { body } = await request(gateway.app).get(`${path}/revisions`).expect(200);
    expect(body.revisions).toMatchObject([
      { revision: 2, createdBy: 'bob' },
      { revision: 1, createdBy: 'ada', mediaType: 'application/x-yaml', size: flowText().length },
    ]);
    expect(body.revisions[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await request(gateway.app).get('/flows/examples/none/revisions').expect(404);
  });

  it('can be compared', async () => {
    await create();
    await update(flowText({ greeting: 'Hi' }));
    const { text, type } = await request(gateway.app).get(`${path}/diff?from=1&to=2`).expect(200);
    expect(type).toBe('text/x-diff');
    expect(text).toContain('-      - echo "Hello {{ inputs.user_name }}"\n+      - echo "Hi {{ inputs.user_name }}"\n');
    expect((await request(gateway.app).get(`${path}/diff`)).text).toBe(text);
    expect((await request(gateway.app).get(`${path}/diff?from=2&to=2`)).text).toBe('');
    await request(gateway.app).get(`${path}/diff?to=1`).expect(400);
  });

  it('can be restored', async () => {
    await create();
    await update(flowText({ greeting: 'Hi' }));
    const { body } = await request(gateway.app)
      .post(`${path}/revisions/1/restore`)
      .set('x-oidc-sub', 'eve')
      .expect(200)
      .expect('ETag', '"3"');
    expect(body).toMatchObject({ revision: 3, source: flowText(), updatedBy: 'eve' });
    await request(gateway.app).post(`${path}/revisions/9/restore`).set('x-oidc-sub', 'eve').expect(404);
  });
});
