import type { Services } from '../../../abilities/open-abilities.ts';
import type { Caller } from '../../../access/caller.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import type { AuditEvent } from '../../../store/audit/audit-trail.ts';
import type { OperationId } from '../../api-client/operation-types.ts';

/** What tools use. */
export interface ToolContext {
  readonly services: Services;
  readonly caller: Caller;
  readonly limits: { readonly flowBytes: number };
  /** The URL of a page of the console. @param path such as `/ui/executions/…` */
  readonly urlOf: (path: string) => string;
  /** Adds the target of a change to its audit entry. */
  readonly note: (target: ToolTarget) => void;
}

export type ToolTarget = Pick<AuditEvent, 'namespace' | 'flowId' | 'revision' | 'executionId'>;

/** What a tool answers: a sentence of Flowgate's own, and data. */
export interface ToolAnswer {
  readonly summary: string;
  /** Foreign texts in it are `Foreign`. */
  readonly data: object;
}

/** A tool for agents. It does what an operation of the API does, with the same rights, checks and audit entries. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what it does, when to use it, and what comes next. */
  readonly description: string;
  /** A JSON Schema without unions at its top, which some clients do not accept. */
  readonly inputSchema: JsonObject;
  readonly annotations: ToolAnnotations;
  /** The operation whose rights it needs in the namespace that it names, and as which it is recorded. */
  readonly operationOf: (args: JsonObject) => OperationId | undefined;
  readonly call: (args: JsonObject, context: ToolContext) => Promise<ToolAnswer> | ToolAnswer;
}

interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

interface ToolDeclaration<Args> extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly properties: Readonly<Record<keyof Args & string, JsonObject>>;
  readonly required?: readonly (keyof Args & string)[];
  /** By default, the tool only reads. */
  readonly annotations?: ToolAnnotations;
  readonly operation: OperationId | ((args: Args) => OperationId) | undefined;
  readonly call: (args: Args, context: ToolContext) => Promise<ToolAnswer> | ToolAnswer;
}

const reading: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** @typeParam Args the type of values that `properties` and `required` accept; others never reach the tool */
export function defineTool<Args extends object>({
  name,
  title,
  description,
  properties,
  required = [],
  annotations = reading,
  operation,
  call,
}: ToolDeclaration<Args>): Tool {
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: { ...properties },
      required: [...required],
      additionalProperties: false,
    },
    annotations,
    operationOf: (args) => (typeof operation === 'function' ? operation(args as Args) : operation), // validated
    call: (args, context) => call(args as Args, context), // validated
  };
}

/** Arguments that several tools have. */
export const argument = {
  namespace: {
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9._-]*$',
    maxLength: 255,
    description: 'The namespace of the flow, such as "web"',
  },
  flowId: {
    type: 'string',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    maxLength: 255,
    description: 'The id of the flow, such as "deploy"',
  },
  revision: {
    type: 'integer',
    minimum: 1,
    maximum: 999_999_999,
    description: 'A revision of the flow; the latest one by default',
  },
  inputs: {
    type: 'object',
    description:
      'Values by input id, as flow_inputs describes them. A secret only by reference, such as "file:<name>" or "credential:<id>"; never send a secret itself',
  },
  executionId: {
    type: 'string',
    pattern: '^[0-7][0-9A-HJKMNP-TV-Z]{25}$',
    description: 'The id of the execution, from run_flow',
  },
} satisfies Record<string, JsonObject>;
