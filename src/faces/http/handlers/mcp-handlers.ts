import type { Request } from 'express';
import type { Services } from '../../../abilities/open-abilities.ts';
import { linkTo } from '../base-path.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import { logErrorOf } from '../observe/request-log.ts';
import type { Contract } from '../openapi/contract.ts';
import type { OperationHandlers, OperationResponse } from '../operation.ts';

export interface McpOptions {
  readonly services: Services;
  readonly contract: Contract;
  readonly version: string;
  readonly limits: { readonly flowBytes: number };
  /** With the base path. */
  readonly publicUrl?: string | undefined;
}

/** The tools for agents, whose modules are loaded by the first request. */
export function mcpHandlers({ services, contract, version, limits, publicUrl }: McpOptions) {
  const load = once(async () => {
    const [{ answerMessage }, { callTool }, { toolOperations }] = await Promise.all([
      import('../mcp/mcp-endpoint.ts'),
      import('../mcp/call-tool.ts'),
      import('../mcp/tool-operations.ts'),
    ]);
    return { answerMessage, callTool, operations: toolOperations(contract) };
  });
  return {
    callMcp: async (request, response) => {
      const { answerMessage, callTool, operations } = await load();
      const urlOf = (path: string) =>
        publicUrl === undefined ? `${originOf(request)}${linkTo(response, path)}` : `${publicUrl}${path}`;
      const context = { services, caller: callerOf(response), limits, urlOf };
      const answer = await answerMessage(request, {
        version,
        callTool: (tool, args) =>
          callTool({
            tool,
            args,
            operations,
            context,
            audit: (entry, isCleanUp) => noteForAudit(response, { each: [entry], isCleanUp }),
            logError: (error) => logErrorOf(response, error),
          }),
      });
      await send(answer, response);
    },
  } satisfies Partial<OperationHandlers>;
}

function originOf({ protocol, host = '' }: Pick<Request, 'protocol' | 'host'>): string {
  return `${protocol}://${host}`;
}

async function send(answer: Response, response: OperationResponse<'callMcp'>): Promise<void> {
  response.status(answer.status);
  const mediaType = answer.headers.get('content-type');
  if (mediaType !== null) response.type(mediaType);
  const text = await answer.text();
  if (text === '') response.end();
  else response.end(text);
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
