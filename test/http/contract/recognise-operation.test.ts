import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../../src/http/contract/contract.ts';
import { recogniseOperation } from '../../../src/http/contract/recognise-operation.ts';

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
  operation: { operationId: path, responses: {} },
}));
const recognise = recogniseOperation(routes, ({ path, operation }) => ({
  expressRoute: path,
  openApiRoute: path,
  schema: operation,
  serial: 1,
  names: { query: [], body: [] },
}));

/** The path of the contract and the parameters that a request is taken for. */
function recognised(method: string, url: string) {
  const headers: Record<string, string> = {};
  const request = { method, originalUrl: url, path: url.split('?')[0] } as unknown as Request; // all that is looked at
  const response = { set: (name: string, value: string) => (headers[name] = value) } as unknown as Response;
  try {
    recognise(request, response, () => undefined);
  } catch (error) {
    return { error: error as Error, headers };
  }
  const { openapi } = request as unknown as { openapi: { openApiRoute: string; pathParams: object } };
  return { path: openapi.openApiRoute, parameters: { ...openapi.pathParams } };
}

describe('recogniseOperation', () => {
  it('finds the path and its parameters, decoded', () => {
    expect(recognised('GET', '/flows/a.b/c%20d?revision=1')).toEqual({
      path: '/flows/{namespace}/{flow_id}',
      parameters: { namespace: 'a.b', flow_id: 'c d' },
    });
  });

  it('prefers a word to a parameter, whatever their order in the contract', () => {
    expect(recognised('POST', '/flows/validate')).toEqual({ path: '/flows/validate', parameters: {} });
  });

  it('takes upper case and a slash at the end as express does, and a dot for a dot', () => {
    expect(recognised('GET', '/OpenAPI.json/')).toMatchObject({ path: '/openapi.json' });
    expect(recognised('GET', '/openapi-json').error).toMatchObject({ code: 'route-not-found' });
  });

  it('lets a parameter with a star hold slashes', () => {
    expect(recognised('GET', '/files/a/b%2Fc')).toEqual({ path: '/files/{path}*', parameters: { path: 'a/b/c' } });
  });

  it('rejects what the contract does not have', () => {
    expect(recognised('GET', '/flow/a').error).toMatchObject({
      code: 'route-not-found',
      message: expect.stringContaining('Did you mean /flows/{namespace}?'),
    });
    expect(recognised('GET', '/flaws/some-long-name').error?.message).toContain('Did you mean /flows/{namespace}?');
    expect(recognised('GET', '/hello/some-long-name').error?.message).not.toContain('Did you mean');
    expect(recognised('DELETE', '/flows/a')).toMatchObject({
      error: { code: 'method-not-allowed' },
      headers: { Allow: 'GET, HEAD' },
    });
    expect(recognised('GET', '/flows/%zz').error).toMatchObject({ code: 'invalid-request' });
  });
});
