import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { parse } from 'yaml';
import type { Right } from '../../access/access-policy.ts';

/** openapi.yaml as a value. */
export type Contract = OpenAPIV3.DocumentV3;

/** An operation of the contract, with Flowgate's own marks. */
export type Operation = Omit<OpenAPIV3.OperationObject, 'requestBody'> & {
  readonly operationId: string;
  /** The validator has replaced references by then. */
  readonly requestBody?: OpenAPIV3.RequestBodyObject;
  /** Whether the operation is served to everybody, whoever asks. */
  readonly 'x-public'?: boolean;
  /** Whether the operation changes something, other than its method tells: every one but GET does. */
  readonly 'x-changes'?: boolean;
  /** Whether the change makes room or ends work, so that it is made with little room too. */
  readonly 'x-frees-space'?: boolean;
  /** Whether the handler wants the body as it came, for it is signed. */
  readonly 'x-raw-body'?: boolean;
  /** What the caller must have the rights to, in the namespace of the path; without it `read` for GET, else `write`. */
  readonly 'x-rights'?: readonly Right[];
};

/** Reads openapi.yaml, or what the build made of it. */
export function loadContract(path: string): Contract {
  // Beside the compiled modules; among the sources there is none.
  const built = fileURLToPath(new URL('../../../openapi.json', import.meta.url));
  const contract: unknown = existsSync(built)
    ? JSON.parse(readFileSync(built, 'utf8'))
    : parse(readFileSync(path, 'utf8'));
  return contract as Contract; // our own file, which a test validates
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

export interface Route {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Every operation with its method and path. */
export function routesOf(contract: Contract): readonly Route[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Record<string, unknown>)[method] as Operation | undefined;
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** What a `$ref` into the components stands for; anything else is itself. @typeParam Part what the caller needs to know of it */
export function resolveReference<Part>(value: unknown, contract: Contract): Part {
  const { $ref } = value as { readonly $ref?: string };
  if ($ref === undefined) return value as Part; // the contract has that shape
  const [, , kind = '', name = ''] = $ref.split('/');
  return (contract.components as Record<string, Record<string, Part>>)[kind]?.[name] as Part; // a test resolves every reference
}
