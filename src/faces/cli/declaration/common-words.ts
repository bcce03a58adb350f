import { isExecutionId } from '../../../store/executions/record/execution-id.ts';
import { flowOf } from '../flows/flow-name.ts';
import { UsageError } from '../terminal.ts';
import type { ArgumentDeclarations, OptionDeclarations } from './option-declaration.ts';

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

/** Limits a list to a namespace. */
export const namespaceArgument = {
  NAMESPACE: { summary: 'a namespace', optional: true, completion: 'namespace' },
} as const satisfies ArgumentDeclarations;

/** `--format text|json`, for commands with a result. */
export const formatOption = {
  format: { value: 'FORMAT', summary: 'the output format', allowed: ['text', 'json'], default: 'text' },
} as const satisfies OptionDeclarations;

export type TextOrJson = (typeof formatOption.format.allowed)[number];

/** The options of lists. */
export const listOptions = {
  limit: { value: 'N', summary: 'maximum number of items', integer: { min: 1 }, default: 20 },
  ...formatOption,
} as const satisfies OptionDeclarations;

/** `--yes`, for commands that ask before they delete something. */
export const confirmationOption = {
  yes: { short: 'y', summary: 'skip the confirmation; required without a terminal' },
} as const satisfies OptionDeclarations;

export const dryRunOption = {
  'dry-run': { summary: 'print what would happen without changing anything' },
} as const satisfies OptionDeclarations;

/** `--revision` of a flow. @param summary what the command does with the revision */
export function revisionOption(summary: string) {
  return { revision: { value: 'N', integer: { min: 1 }, summary } } as const satisfies OptionDeclarations;
}

/** `--output FILE`, instead of standard output. */
export const outputFile = {
  output: { value: 'FILE', short: 'o', completion: 'file', summary: 'write to this file instead' },
} as const satisfies OptionDeclarations;

/** `--output PATH` of commands that convert one flow or several. */
export const convertedOutput = {
  output: {
    value: 'PATH',
    short: 'o',
    completion: 'file',
    summary: 'write to this file, or to this folder for several flows',
  },
} as const satisfies OptionDeclarations;

/** A date, which begins in UTC, or a time. @throws {UsageError} */
export function timeIn(text: string): string {
  const time = new Date(/^\d{4}-\d{2}-\d{2}/.test(text) ? text : NaN);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new UsageError(`${JSON.stringify(text)} is not a time such as 2026-11-01 or 2026-11-01T08:00:00Z.`);
}

/** @throws {UsageError} */
export function executionIdOf(word: string): string {
  if (isExecutionId(word)) return word;
  throw new UsageError(`${JSON.stringify(word)} is not an execution id; an example is 01KBMW7XQ4E2N0V5R8T3Y6Z9AC.`);
}
