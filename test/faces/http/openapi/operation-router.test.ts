import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../src/faces/api-client/operation-types.ts';
import type { Route } from '../../../../src/faces/http/openapi/contract.ts';
import { operationRouter, undecodablePath } from '../../../../src/faces/http/openapi/operation-router.ts';
import { pathParametersOf } from '../../../../src/faces/http/operation.ts';

const paths = [
  '/flows/{namespace}',
  '/flows/{namespace}/{flow_id}',
  '/flows/validate',
  '/files/{path}*',
  '/openapi.json',
];
const routes = paths.map((path): Route => ({
  path,
  method: path.endsWith('validate') ? 'post' : 'get',
  operation: { operationId: path as OperationId, responses: {} }, // only passed on
  parameters: [],
}));
const rejected: ErrorRequestHandler = (error: { code: string; message: string }, asked, response, _next) => {
  response.status(400).json({ code: error.code, message: error.message, parameters: pathParametersOf(asked) });
};
const answered =
  (path: string): RequestHandler =>
  (asked, response) => {
    response.json({ path, parameters: pathParametersOf(asked), params: asked.params });
  };
const app = express().use(
  operationRouter(routes, ({ path }) => () => [answered(path)]),
  undecodablePath,
  rejected,
);

async function routed(method: 'get' | 'post' | 'delete', url: string) {
  const { body, headers } = await request(app)[method](url);
  return { ...(body as object), allow: headers.allow };
}

describe('operationRouter', () => {
  it('finds the path and its parameters, decoded', async () => {
    const parameters = { namespace: 'a.b', flow_id: 'c d' };
    expect(await routed('get', '/flows/a.b/c%20d?revision=1')).toMatchObject({
      path: '/flows/{namespace}/{flow_id}',
      parameters,
      params: parameters,
    });
  });

  it('prefers a literal segment to a parameter, regardless of their order in the contract', async () => {
    expect(await routed('post', '/flows/validate')).toMatchObject({ path: '/flows/validate', parameters: {} });
  });

  it('accepts upper case and a trailing slash, and matches dots literally', async () => {
    expect(await routed('get', '/OpenAPI.json/')).toMatchObject({ path: '/openapi.json' });
    expect(await routed('get', '/openapi-json')).toMatchObject({ code: 'route-not-found' });
  });

  it('allows slashes in a parameter with a star', async () => {
    expect(await routed('get', '/files/a/b%2Fc')).toMatchObject({ path: '/files/{path}*', params: { path: 'a/b/c' } });
  });

  it('rejects unknown paths and methods', async () => {
    expect(await routed('get', '/flow/a')).toMatchObject({
      code: 'route-not-found',
      message: expect.stringContaining('Did you mean /flows/{namespace}?'),
    });
    expect(await routed('get', '/flaws/some-long-name')).toMatchObject({
      message: expect.stringContaining('Did you mean /flows/{namespace}?'),
    });
    expect(await routed('get', '/hello/some-long-name')).toMatchObject({
      message: 'The path /hello/some-long-name was not found. GET /openapi.json lists all paths.',
    });
    expect(await routed('delete', '/flows/a')).toMatchObject({ code: 'method-not-allowed', allow: 'GET, HEAD' });
    expect(await routed('get', '/flows/%zz')).toMatchObject({ code: 'invalid-request' });
  });
});
