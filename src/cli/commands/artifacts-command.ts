import { defineCommand, type CommandGroup } from '../declaration/command-declaration.ts';
import { executionArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

const exit = { 1: 'the execution or an artifact was not found, or you may not read it' } as const;

const list = defineCommand({
  summary: 'list the artifacts of an execution',
  description: 'Lists the paths of the output files of an execution.',
  arguments: executionArgument,
  options: { ...formatOption, ...gatewayOptions },
  exit,
  examples: [{ line: 'flowgate artifacts list 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'List the output files' }],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/artifacts.ts')).listArtifacts(args.EXECUTION, options, terminal),
});

const download = defineCommand({
  summary: 'download artifacts of an execution',
  description: `
Downloads all output files of an execution, or those with the given paths, and prints the name of each file. Files with the
same names are replaced.`,
  arguments: {
    ...executionArgument,
    PATH: { summary: 'a path from the list', optional: true, repeated: true },
  },
  options: {
    output: { value: 'DIR', short: 'o', completion: 'folder', default: 'artifacts', summary: 'the folder to write to' },
    ...gatewayOptions,
  },
  exit: { ...exit, 2: 'the server cannot be used, or a file cannot be written' },
  examples: [
    { line: 'flowgate artifacts download 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'Download all to the folder artifacts' },
    { line: 'flowgate artifacts download 01KBMW7XQ4E2N0V5R8T3Y6Z9AC report/index.html -o .', does: 'Download one' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/artifacts.ts')).downloadArtifacts(
      { execution: args.EXECUTION, paths: args.PATH },
      options,
      terminal,
    ),
});

export const artifactsCommand: CommandGroup = {
  summary: 'list and download the artifacts of an execution',
  description: 'Works with the output files of an execution, which are available as long as Jenkins keeps the build.',
  commands: { list: async () => list, download: async () => download },
};
