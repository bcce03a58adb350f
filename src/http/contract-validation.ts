import type { RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { Contract } from './contract.ts';

export interface ContractValidation {
  /** Finds the operation of a request; without one: 404 or 405. Reads nothing of the body. */
  readonly recognise: readonly RequestHandler[];
  /** Checks parameters and body, and in tests the answer. */
  readonly validate: readonly RequestHandler[];
}

/** The middleware of express-openapi-validator in two parts, so that identity and body are dealt with in between. */
export function contractValidation(contract: Contract, options: { readonly validateResponses: boolean }): ContractValidation {
  const chain: RequestHandler[] = OpenApiValidator.middleware({
    // The validator rewrites what it is given.
    apiSpec: structuredClone(contract),
    validateApiSpec: false,
    validateRequests: { allErrors: true, coerceTypes: false },
    validateResponses: options.validateResponses,
    validateSecurity: false,
    fileUploader: false,
  });
  const first = chain.findIndex(({ name }) => name === 'requestMiddleware');
  if (first === -1) throw new Error('express-openapi-validator has changed its middleware');
  return { recognise: chain.slice(0, first), validate: chain.slice(first) };
}
