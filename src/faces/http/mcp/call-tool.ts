import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { AppError, type AppErrorCode } from '../../../base/problem/app-error.ts';
import { quoteShort } from '../../../base/problem/describe-value.ts';
import { writeJson } from '../../../base/text/exact-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { outcomeOf, type AuditNote } from '../observe/record-audit.ts';
import { defectError, errorStatuses } from '../response/error-statuses.ts';
import { isLogged, rejectionNote } from '../response/send-error.ts';
import { foreign, foreignNote, visibleText } from './foreign-text.ts';
import type { ToolOperation, ToolOperations } from './tool-operations.ts';
import type { Tool, ToolAnswer, ToolContext, ToolTarget } from './tool.ts';

export interface ToolCall {
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly operations: ToolOperations;
  readonly context: Omit<ToolContext, 'note'>;
  /** Called with the audit entry of the call, if there is one, and whether the call frees space or ends work. */
  readonly audit: (entry: AuditNote, isCleanUp: boolean) => void;
  readonly logError: (error: Error) => void;
}

/** The result of a call: in `structuredContent`, and for clients that do not read that as text. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: { [key: string]: unknown };
  readonly isError?: true;
}

/**
 * Calls a tool as the operation that it stands for: validates the arguments, requires the rights, and records changes,
 * attempted changes and denials in the audit trail. Errors become results that say what is allowed, so that a model can
 * correct its call.
 */
export async function callTool(call: ToolCall): Promise<ToolResult> {
  const target: { noted: ToolTarget } = { noted: targetOf(call.args) };
  const note = (more: ToolTarget) => (target.noted = { ...target.noted, ...more });
  const id = call.tool.operationOf(call.args);
  const operation = id === undefined ? undefined : call.operations.get(id);
  try {
    const answer = await perform(call, operation, note);
    if (operation?.changes === true) call.audit({ ...entryOf(operation, 200), ...target.noted }, operation.freesSpace);
    return resultOf(answer);
  } catch (error) {
    const { code, message, members, status } = describeError(error, call.logError);
    const rejection = error instanceof AppError ? rejectionNote(error) : { code };
    const isRecorded = operation?.changes === true || status === 403 || rejection.outcome === 'denied';
    if (operation !== undefined && isRecorded)
      call.audit(
        {
          ...entryOf(operation, status),
          ...target.noted,
          ...rejection,
          namespace: target.noted.namespace ?? rejection.namespace,
        },
        operation.freesSpace,
      );
    return errorResult(code, message, members);
  }
}

async function perform(
  { tool, args, context }: ToolCall,
  operation: ToolOperation | undefined,
  note: ToolContext['note'],
): Promise<ToolAnswer> {
  requireArguments(tool, args);
  const { namespace } = args;
  if (typeof namespace === 'string')
    for (const right of operation?.rights ?? []) context.caller.require(right, namespace);
  if (operation?.changes === true)
    await context.services.space?.requireSpace(operation.freesSpace ? 'clean-up' : 'change');
  return tool.call(args, { ...context, note });
}

const ajv = new Ajv2020({ allErrors: true, strict: true });
const validators = new WeakMap<Tool, ValidateFunction>();

/** @throws {AppError} `invalid-request` */
function requireArguments(tool: Tool, args: JsonObject): void {
  let validates = validators.get(tool);
  if (validates === undefined) validators.set(tool, (validates = ajv.compile(tool.inputSchema)));
  if (validates(args)) return;
  const problems = (validates.errors ?? []).slice(0, 20).map(describeArgument);
  const known = Object.keys(tool.inputSchema.properties as JsonObject); // as `defineTool` makes it
  throw new AppError(
    'invalid-request',
    `Invalid arguments: ${problems.join('; ')}. The arguments of ${tool.name} are ${known.join(', ')}.`,
  );
}

/** Describes a problem in words, for the keywords that schemas of tools have. */
function describeArgument({ instancePath, keyword, message = '', params }: ErrorObject): string {
  const { additionalProperty, missingProperty, limit } = params as { [key: string]: string | undefined }; // as ajv sets them
  const name = quoteShort(additionalProperty ?? missingProperty ?? instancePath.slice(1));
  switch (keyword) {
    case 'additionalProperties':
      return `${name} is no argument`;
    case 'required':
      return `${name} is missing`;
    case 'minimum':
      return `${name} must be at least ${limit}`;
    case 'maximum':
      return `${name} must be at most ${limit}`;
    case 'minLength':
      return `${name} must not be empty`;
    case 'maxLength':
      return `${name} must have at most ${limit} characters`;
    default:
      return `${name} ${message}`;
  }
}

const maxNameLength = 255;

/** The arguments can be invalid. */
function targetOf({ namespace, flow_id: flowId, execution_id: executionId }: JsonObject): ToolTarget {
  const textOf = (value: JsonValue | undefined) =>
    typeof value === 'string' ? value.slice(0, maxNameLength) : undefined;
  return { namespace: textOf(namespace), flowId: textOf(flowId), executionId: textOf(executionId) };
}

function entryOf({ id }: ToolOperation, status: number): AuditNote {
  return { action: id, status, outcome: outcomeOf(status) };
}

interface DescribedError {
  readonly code: string;
  readonly message: string;
  readonly members: JsonObject;
  readonly status: number;
}

function describeError(error: unknown, logError: (error: Error) => void): DescribedError {
  if (error instanceof AppError) {
    if (isLogged(error)) logError(error);
    const { code, message, members } = error;
    return { code, message: withoutRoutes(message), members, status: errorStatuses[code].status };
  }
  logError(error instanceof Error ? error : new Error(String(error)));
  const { code, detail, status } = defectError;
  return { code, message: detail, members: {}, status };
}

/** Agents have no HTTP: leaves out sentences such as `GET /executions lists the executions.` after the first one. */
function withoutRoutes(message: string): string {
  const [first = '', ...others] = message.split(/(?<=[.?]) /);
  return [first, ...others.filter((sentence) => !/\b(?:GET|POST|PUT|PATCH|DELETE) \//.test(sentence))].join(' ');
}

function resultOf({ summary, data }: ToolAnswer): ToolResult {
  const text = writeJson(data);
  // Without undefined members. The SDK writes it, and would change large numbers: there they are strings.
  const structuredContent = JSON.parse(JSON.stringify(data)) as { [key: string]: unknown };
  return { content: [{ type: 'text', text: `${summary}\n${text}` }], structuredContent };
}

const maxMessage = 2_000;
const maxMembers = 20_000;

/** The errors whose messages quote nobody but the caller; those of others can have messages of the authors of flows. */
const ownErrors: ReadonlySet<string> = new Set<AppErrorCode>([
  'invalid-request',
  'forbidden',
  'not-allowed-for-agents',
  'flow-not-found',
  'revision-not-found',
  'execution-not-found',
  'execution-ended',
  'idempotency-conflict',
  'rate-limited',
  'too-busy',
  'body-too-large',
]);

function errorResult(code: string, message: string, members: JsonObject): ToolResult {
  const { errors } = members;
  const isOwn = ownErrors.has(code) && errors === undefined;
  const data = {
    ...(!isOwn && { note: foreignNote }),
    error: code,
    message: isOwn ? visibleText(message.slice(0, maxMessage)) : foreign(message, { limit: maxMessage }),
    ...(errors !== undefined && { errors: foreign(errors, { limit: maxMembers }) }),
    ...(isJsonObject(members) && typeof members.limit === 'number' && { limit: members.limit }),
  };
  const summary = `The call failed: ${code}.`;
  return { ...resultOf({ summary: visibleText(summary), data }), isError: true };
}
