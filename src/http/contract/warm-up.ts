import { setImmediate } from 'node:timers/promises';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Route } from './contract.ts';
import type { RecognisedOperation } from './recognise-operation.ts';

/**
 * What express-openapi-validator recognises in a made-up request of each route.
 * @param finders its middleware that finds the operation of a request
 */
export async function recognisedOperations(
  app: Express,
  finders: readonly RequestHandler[],
  routes: readonly Route[],
): Promise<ReadonlyMap<Route, RecognisedOperation>> {
  const operations = new Map<Route, RecognisedOperation>();
  for (const route of routes) {
    const request: MadeUpRequest = madeUpRequest(app, route, '');
    for (const finder of finders) await settle(finder, request);
    if (request.openapi !== undefined) operations.set(route, request.openapi);
  }
  return operations;
}

/**
 * Sends one made-up request of each kind through all middleware of express-openapi-validator, which compiles what the
 * first real one would otherwise wait for (10 ms for each kind). Whether the requests are valid does not matter. Never
 * rejects, and lets real requests pass in between.
 */
export async function warmUp(app: Express, chain: readonly RequestHandler[], routes: readonly Route[]): Promise<void> {
  for (const route of routes) {
    for (const mediaType of Object.keys(route.operation.requestBody?.content ?? { '': {} })) {
      const request = madeUpRequest(app, route, mediaType);
      for (const handler of chain) await settle(handler, request);
      await setImmediate();
    }
  }
}

type MadeUpRequest = Request & { readonly openapi?: RecognisedOperation };

/** As much of a request as the validator looks at. */
function madeUpRequest(app: Express, { method, path }: Route, mediaType: string): Request {
  const url = path.replaceAll(/\{[^}]*\}/g, '1');
  const headers = mediaType === '' ? {} : { 'content-type': mediaType };
  return {
    app,
    method: method.toUpperCase(),
    originalUrl: url,
    url,
    path: url,
    baseUrl: '',
    headers,
    query: {},
    params: {},
    body: {},
  } as unknown as Request; // see above
}

async function settle(handler: RequestHandler, request: Request): Promise<void> {
  const response = { json: () => undefined } as unknown as Response; // validation only wraps `json`
  await new Promise<void>((resolve) => {
    try {
      const result: unknown = handler(request, response, () => resolve());
      if (result instanceof Promise) result.catch(() => undefined).finally(resolve);
    } catch {
      resolve();
    }
  });
}
