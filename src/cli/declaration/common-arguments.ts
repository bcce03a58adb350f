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
  EXECUTION: { summary: 'the id of an execution', completion: 'execution' },
} as const satisfies ArgumentDeclarations;

export const flowArgument = {
  FLOW: { summary: 'a flow on the server, as NAMESPACE/ID', completion: 'flow' },
} as const satisfies ArgumentDeclarations;
