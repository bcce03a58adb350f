import { isExecutionId } from '../../execution/record/execution-id.ts';
import { flowOf } from '../flows/flow-name.ts';
import { UsageError } from '../terminal.ts';
import type { ArgumentDeclarations } from './option-declaration.ts';

/** One or more flows in files. */
export const flowFiles = {
  FILE: {
    summary: "a file with a flow, a folder, a pattern such as 'flows/**/*.yaml', or - for standard input",
    repeated: true,
    completion: 'file',
  },
} as const satisfies ArgumentDeclarations;

export const executionArgument = {
  EXECUTION: { summary: 'the id of an execution', completion: 'execution', read: executionIdOf },
} as const satisfies ArgumentDeclarations;

export const flowArgument = {
  FLOW: { summary: 'a flow on the server, as NAMESPACE/ID', completion: 'flow', read: flowOf },
} as const satisfies ArgumentDeclarations;

/** @throws {UsageError} */
function executionIdOf(word: string): string {
  if (isExecutionId(word)) return word;
  throw new UsageError(`${JSON.stringify(word)} is not an execution id; an example is 01KBMW7XQ4E2N0V5R8T3Y6Z9AC.`);
}
