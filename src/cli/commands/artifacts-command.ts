import { join, resolve } from 'node:path';
import type { CommandGroup } from '../declaration/command-declaration.ts';
import { executionArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/common-options.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { printResult } from '../print-result.ts';
import { withoutControls } from '../terminal-text.ts';
import { UsageError } from '../terminal.ts';

const exit = { 1: 'the execution or an artifact was not found, or you may not read it' } as const;

const list = gatewayCommand({
  summary: 'list the artifacts of an execution',
  description: 'Lists the paths of the output files of an execution.',
  arguments: executionArgument,
  options: formatOption,
  exit,
  examples: [{ line: 'flowgate artifacts list 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'List the output files' }],
  run: async ({ args, options, connection }, terminal) => {
    const paths = await readPaths(args.EXECUTION, connection);
    printResult(paths, paths.map((path) => `${withoutControls(path)}\n`).join(''), options, terminal);
  },
});

const download = gatewayCommand({
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
  },
  exit: { ...exit, 2: 'the server cannot be used, or a file cannot be written' },
  examples: [
    { line: 'flowgate artifacts download 01KBMW7XQ4E2N0V5R8T3Y6Z9AC', does: 'Download all to the folder artifacts' },
    { line: 'flowgate artifacts download 01KBMW7XQ4E2N0V5R8T3Y6Z9AC report/index.html -o .', does: 'Download one' },
  ],
  run: async ({ args: { EXECUTION: id, PATH: paths }, options, connection }, terminal) => {
    const chosen = paths.length > 0 ? paths : await readPaths(id, connection);
    if (chosen.length === 0) terminal.stderr.write('The execution has no artifacts.\n');
    const { saveBody } = await import('../gateway/save-body.ts');
    for (const path of chosen) {
      // The paths come from a build, which must not choose where files are written.
      if (!isInside(path)) throw new UsageError(`${JSON.stringify(path)} is not the path of an artifact.`);
      const body = await connection.stream((stream) =>
        connection.client.GET('/executions/{execution_id}/artifacts/{path}*', {
          params: { path: { execution_id: id, path } },
          headers: { accept: '*/*' },
          ...stream,
        }),
      );
      const file = join(options.output, path);
      await saveBody(body, resolve(terminal.workingDirectory, file));
      terminal.stdout.write(`${file}\n`);
    }
  },
});

async function readPaths(id: string, { client, body }: GatewayConnection): Promise<readonly string[]> {
  const call = client.GET('/executions/{execution_id}/artifacts', { params: { path: { execution_id: id } } });
  return (await body(call, ['artifacts'])).artifacts.map(({ path }) => path);
}

function isInside(path: string): boolean {
  const names = path.split('/');
  return !/[\\:\0]/.test(path) && names.every((name) => name !== '' && name !== '.' && name !== '..');
}

export const artifactsCommand: CommandGroup = {
  summary: 'list and download the artifacts of an execution',
  description: 'Works with the output files of an execution, which are available as long as Jenkins keeps the build.',
  commands: { list: async () => list, download: async () => download },
};
