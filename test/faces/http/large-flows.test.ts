import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { largeFlow } from '../../support/large-flow.ts';

// Large enough to be checked and transpiled in other threads.
const large = largeFlow(60);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const send = (method: 'post' | 'put', path: string, text: string) =>
  request(gateway.app)[method](path).set('x-oidc-sub', 'ada').set('Content-Type', 'application/x-yaml').send(text);

describe('large flows', () => {
  it('above the queue limit of a caller return 503, those of other callers do not', async () => {
    const create = (caller: string, index: number) =>
      send('post', '/flows', `${large}# ${caller} ${index}\n`.replace('id: large', `id: ${caller}-${index}`)).set(
        'x-oidc-sub',
        caller,
      );
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, (_, index) => create('ada', index)),
      create('bob', 0),
    ]);
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]?.body).toMatchObject({ type: 'urn:flowgate:problem:too-busy' });
    expect(busy[0]?.headers).toMatchObject({ 'retry-after': '1' });
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(16);
    expect(answers.at(-1)?.status).toBe(201);
  });

  it('do not delay small requests', async () => {
    const done: string[] = [];
    const note = async (name: string, answer: PromiseLike<unknown>) => {
      await answer;
      done.push(name);
    };
    await Promise.all([
      note('large', send('post', '/flows/validate', `${largeFlow(150)}# alone\n`).expect(200)),
      note('small', request(gateway.app).get('/healthz').expect(200)),
    ]);
    expect(done).toEqual(['small', 'large']);
  });

  it('can be stored, read, converted and compared', async () => {
    const { body: created } = await send('post', '/flows', large).expect(201);
    expect(created.definition).toEqual(parse(large));
    const { body: read } = await request(gateway.app).get('/flows/tests/large').expect(200);
    expect(read.definition).toEqual(parse(large));
    const { text: jenkinsfile } = await request(gateway.app).get('/flows/tests/large/jenkinsfile').expect(200);
    expect(jenkinsfile).toContain('step-59');
    const { body: conversion } = await send('post', '/transpiler/convert/jenkins/validate', large).expect(200);
    expect(conversion).toMatchObject({ convertible: true, totalTasks: 60, validTasks: 60 });
    await send('put', '/flows/tests/large', `${large}# changed\n`).set('If-Match', '"1"').expect(200);
    const { text: diff } = await request(gateway.app).get('/flows/tests/large/diff').expect(200);
    expect(diff).toContain('+# changed');
  });

  it('have problems with positions', async () => {
    const { body } = await send('post', '/flows/validate', `${large}nothing: 1\n`).expect(200);
    const line = large.split('\n').length;
    expect(body.errors).toMatchObject([{ code: 'unknown-property', line, column: 1 }]);
    await send('post', '/flows', `${large}# again\n`);
    const { body: renamed } = await send('put', '/flows/tests/other', large).set('If-Match', '*').expect(422);
    expect(renamed.errors).toMatchObject([{ code: 'invalid-value', path: '/id', line: 1 }]);
  });

  it('with too many keys and values are rejected at the position of the limit', async () => {
    const { body } = await send('post', '/flows/validate', `${large}labels: {${'a: 1,'.repeat(30_000)}}\n`).expect(200);
    expect(body.errors).toMatchObject([{ code: 'yaml-too-complex', line: large.split('\n').length, path: '' }]);
    expect(body.errors[0].column).toBeGreaterThan(1000);
  });
});
