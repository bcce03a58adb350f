import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { parse } from 'yaml';
import type { Right } from '../../../access/grant.ts';
import type { Surface } from '../../../access/surface.ts';
import { programFolder } from '../../../base/config/package-root.ts';
import type { OperationId } from '../../api-client/operation-types.ts';

/** The parsed openapi.yaml. */
export type Contract = OpenAPIV3.DocumentV3;

/** An operation of the contract, with Flowgate's extensions. */
export type Operation = Omit<OpenAPIV3.OperationObject, 'requestBody'> & {
  readonly operationId: OperationId;
  /** `routesOf` resolves references. */
  readonly requestBody?: OpenAPIV3.RequestBodyObject;
  /** Whether the operation is served without authentication. */
  readonly 'x-public'?: boolean;
  /** Whether the operation is for supervisors: a worker serves these alone. */
  readonly 'x-probe'?: boolean;
  /** Overrides whether the operation changes data; by default, every method except GET does. */
  readonly 'x-changes'?: boolean;
  /** Whether the change frees space or ends work, so that it is allowed even when storage is nearly full. */
  readonly 'x-frees-space'?: boolean;
  /** Whether the handler needs the raw body, because it is signed. */
  readonly 'x-raw-body'?: boolean;
  /** The rights that the caller needs in the namespace of the path; default: `read` for GET, otherwise `write`. */
  readonly 'x-rights'?: readonly Right[];
  /** The surface that an API token needs; default: `http`. Only API tokens may use another one. */
  readonly 'x-surface'?: Surface;
};

/** Reads openapi.yaml, or the openapi.json that the build creates from it. */
export function loadContract(path: string): Contract {
  // Exists only in dist.
  const built = join(programFolder(), 'openapi.json');
  const contract: unknown = existsSync(built)
    ? JSON.parse(readFileSync(built, 'utf8'))
    : parse(readFileSync(path, 'utf8'));
  return contract as Contract; // validated by a test
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

type Method = (typeof methods)[number];

export interface Route {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
  /** The parameters of the path and of the operation. */
  readonly parameters: readonly Parameter[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  /** A JSON Schema type; empty if any type is allowed. */
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

/**
 * Resolves a `$ref` to the components; returns other values unchanged. @typeParam Part the shape that the caller
 * expects
 */
export function resolveReference<Part>(value: unknown, contract: Contract): Part {
  const { $ref } = value as { readonly $ref?: string };
  if ($ref === undefined) return value as Part; // guaranteed by the contract
  const [, , kind = '', name = ''] = $ref.split('/');
  return (contract.components as Record<string, Record<string, Part>>)[kind]?.[name] as Part; // a test resolves every reference
}
