import type { components, operations } from './openapi-types.ts';

/** The `operationId` of an operation of openapi.yaml. */
export type OperationId = keyof operations;

/** The type of a schema in openapi.yaml. */
export type Schema<Name extends keyof components['schemas']> = DeepReadonly<components['schemas'][Name]>;

/** The path parameters of an operation. */
export type PathParameters<Id extends OperationId> = Parameters<Id, 'path'>;

/** The query parameters of an operation. */
export type QueryParameters<Id extends OperationId> = Parameters<Id, 'query'>;

type Parameters<
  Id extends OperationId,
  Place extends 'path' | 'query',
> = operations[Id]['parameters'][Place] extends infer Found
  ? [NonNullable<Found>] extends [never]
    ? Readonly<Record<never, never>>
    : NonNullable<Found>
  : never;

/** The types of the request body by media type; `never` for an operation without a body. */
export type RequestContent<Id extends OperationId> =
  NonNullable<operations[Id]['requestBody']> extends { content: infer Content } ? Content : never;

/** The type of a JSON request body; includes undefined if the body is optional. */
export type JsonRequestBody<Id extends OperationId> =
  RequestContent<Id> extends { 'application/json': infer Body }
    ? undefined extends operations[Id]['requestBody']
      ? Body | undefined
      : Body
    : undefined;

/** The types of successful response bodies of an operation. */
export type ResponseBody<Id extends OperationId> = DeepReadonly<BodyOf<operations[Id]['responses']>>;

type BodyOf<Responses> = {
  readonly [Status in keyof Responses]: Responses[Status] extends { content: infer Content }
    ? Content[Exclude<keyof Content, 'application/problem+json'>]
    : never;
}[keyof Responses];

/** openapi-fetch treats readonly arrays as objects, so the generated types are mutable. */
export type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends Uint8Array
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
      : Value;
