import type { Express, RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { checkParameterTexts } from './check-parameter-texts.ts';
import { resolveReference, type Contract, type Operation, type Route } from './contract.ts';
import { recogniseOperation, type KnownNames } from './recognise-operation.ts';
import { recognisedOperations, warmUp } from './warm-up.ts';

export interface ContractValidation {
  /** Finds the operation of a request; without one: 404 or 405. Reads nothing of the body. */
  readonly recognise: RequestHandler;
  /** Checks parameters and body, and in tests the answer. */
  readonly validate: readonly RequestHandler[];
}

export interface ContractValidationOptions {
  readonly app: Express;
  readonly routes: readonly Route[];
  readonly validateResponses: boolean;
}

/**
 * The middleware of express-openapi-validator in two parts, so that identity and body are dealt with in between.
 * Resolves when no request waits for more than its own kind being compiled.
 */
export async function contractValidation(
  contract: Contract,
  { app, routes, validateResponses }: ContractValidationOptions,
): Promise<ContractValidation> {
  const chain: RequestHandler[] = OpenApiValidator.middleware({
    // The validator rewrites what it is given.
    apiSpec: structuredClone(contract),
    validateApiSpec: false,
    validateRequests: { allErrors: true, coerceTypes: false },
    validateResponses,
    validateSecurity: false,
    fileUploader: false,
  });
  const first = chain.findIndex(({ name }) => name === 'requestMiddleware');
  if (first === -1) throw new Error('express-openapi-validator has changed its middleware');
  const operations = await recognisedOperations(app, chain.slice(0, first), routes);
  const operationOf = (route: Route) => {
    const operation = operations.get(route);
    if (operation === undefined)
      throw new Error(`express-openapi-validator does not recognise ${route.method} ${route.path}`);
    return { ...operation, names: knownNames(operation.schema, contract) };
  };
  // The first kind of request takes with it what all have in common; the others are made ready while requests are served.
  await warmUp(app, chain, routes.slice(0, 1));
  void warmUp(app, chain, routes.slice(1));
  return {
    recognise: recogniseOperation(routes, operationOf),
    validate: [checkParameterTexts(contract), ...chain.slice(first)],
  };
}

interface RequestBody {
  readonly content: Readonly<Record<string, { readonly schema?: unknown }>>;
}

function knownNames({ parameters = [], requestBody }: Operation, contract: Contract): KnownNames {
  const body = requestBody && resolveReference<RequestBody>(requestBody, contract).content['application/json']?.schema;
  const { properties = {} } = resolveReference<{ readonly properties?: object }>(body ?? {}, contract);
  const inQuery = parameters
    .map((parameter) => resolveReference<{ readonly name: string; readonly in: string }>(parameter, contract))
    .filter((parameter) => parameter.in === 'query');
  return { query: inQuery.map(({ name }) => name), body: Object.keys(properties) };
}
