import type { Express, Request, RequestHandler, Response } from 'express';
import type { ContractValidation } from './contract-validation.ts';
import type { Route } from './contract.ts';

/**
 * Sends one made-up request of each kind through the contract, which compiles what the first real one would otherwise
 * wait for (0.4 s in all). Whether the requests are valid does not matter.
 */
export async function warmUp(app: Express, validation: ContractValidation, routes: readonly Route[]): Promise<void> {
  for (const { path, method, operation } of routes) {
    for (const mediaType of Object.keys(operation.requestBody?.content ?? { '': {} })) {
      const request = madeUpRequest(app, method, path, mediaType);
      for (const handler of [...validation.recognise, ...validation.validate]) await settle(handler, request);
    }
  }
}

/** As much of a request as the validator looks at. */
function madeUpRequest(app: Express, method: string, path: string, mediaType: string): Request {
  const url = path.replaceAll(/\{[^}]*\}/g, '1');
  const headers = mediaType === '' ? {} : { 'content-type': mediaType };
  return { app, method: method.toUpperCase(), originalUrl: url, url, path: url, baseUrl: '', headers, query: {}, params: {}, body: {} } as unknown as Request; // see above
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
