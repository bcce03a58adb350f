import type { components, operations } from './openapi-types.ts';

/** The `operationId` of an operation of openapi.yaml. */
export type OperationId = keyof operations;

/** A schema of openapi.yaml, as it is on the wire. */
export type Schema<Name extends keyof components['schemas']> = DeepReadonly<components['schemas'][Name]>;

/** The parameters in the path of an operation. */
export type PathParameters<Id extends OperationId> = Parameters<Id, 'path'>;

/** The parameters in the query of an operation, each absent unless it is required. */
export type QueryParameters<Id extends OperationId> = Parameters<Id, 'query'>;

type Parameters<
  Id extends OperationId,
  Place extends 'path' | 'query',
> = operations[Id]['parameters'][Place] extends infer Found
  ? [NonNullable<Found>] extends [never]
    ? Readonly<Record<never, never>>
    : NonNullable<Found>
  : never;

/** By media type what the body of a request may be; `never` for an operation that has none. */
export type RequestContent<Id extends OperationId> =
  NonNullable<operations[Id]['requestBody']> extends { content: infer Content } ? Content : never;

/** The body of a request in JSON; undefined too where the body is optional. */
export type JsonRequestBody<Id extends OperationId> =
  RequestContent<Id> extends { 'application/json': infer Body }
    ? undefined extends operations[Id]['requestBody']
      ? Body | undefined
      : Body
    : undefined;

/** Every body that a successful response of an operation may have. */
export type ResponseBody<Id extends OperationId> = DeepReadonly<BodyOf<operations[Id]['responses']>>;

type BodyOf<Responses> = {
  readonly [Status in keyof Responses]: Responses[Status] extends { content: infer Content }
    ? Content[Exclude<keyof Content, 'application/problem+json'>]
    : never;
}[keyof Responses];

/** openapi-fetch takes readonly arrays for objects, so the generated types have none. */
type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends Uint8Array
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
      : Value;
