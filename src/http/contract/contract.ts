import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { parse } from 'yaml';
import type { Right } from '../../access/access-policy.ts';
import type { OperationId } from '../../contract/operation-types.ts';

/** openapi.yaml as a value. */
export type Contract = OpenAPIV3.DocumentV3;

/** An operation of the contract, with Flowgate's own marks. */
export type Operation = Omit<OpenAPIV3.OperationObject, 'requestBody'> & {
  readonly operationId: OperationId;
  /** `routesOf` has resolved references. */
  readonly requestBody?: OpenAPIV3.RequestBodyObject;
  /** Whether the operation is served without authentication. */
  readonly 'x-public'?: boolean;
  /** Whether the operation changes something, other than its method tells: every one but GET does. */
  readonly 'x-changes'?: boolean;
  /** Whether the change makes room or ends work, so that it is made with little room too. */
  readonly 'x-frees-space'?: boolean;
  /** Whether the handler needs the body as it came, because it is signed. */
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

export type Method = (typeof methods)[number];

export interface Route {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
  /** Those of the path and those of the operation. */
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  /** In terms of JSON Schema; empty where any will do. */
  readonly type: string;
}

/** Every operation with its method and path. */
export function routesOf(contract: Contract): readonly Route[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Partial<Record<Method, Operation>>)[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [
        {
          path,
          method,
          operation: withBody(operation, contract),
          parameters: parameters.map((parameter) => readParameter(parameter, contract)),
        },
      ];
    }),
  );
}

function withBody(operation: Operation, contract: Contract): Operation {
  const { requestBody } = operation;
  return requestBody === undefined ? operation : { ...operation, requestBody: resolveReference(requestBody, contract) };
}

function readParameter(parameter: unknown, contract: Contract): Parameter {
  const {
    name,
    in: place,
    schema = {},
  } = resolveReference<Parameter & { readonly schema?: unknown }>(parameter, contract);
  return { name, in: place, type: resolveReference<{ readonly type?: string }>(schema, contract).type ?? '' };
}

/** What a `$ref` into the components stands for; anything else is itself. @typeParam Part what the caller needs to know of it */
export function resolveReference<Part>(value: unknown, contract: Contract): Part {
  const { $ref } = value as { readonly $ref?: string };
  if ($ref === undefined) return value as Part; // the contract has that shape
  const [, , kind = '', name = ''] = $ref.split('/');
  return (contract.components as Record<string, Record<string, Part>>)[kind]?.[name] as Part; // a test resolves every reference
}
