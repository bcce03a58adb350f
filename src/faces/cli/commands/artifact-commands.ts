import { join } from 'node:path';
import type { Commands } from '../declaration/command-declaration.ts';
import { executionArgument, formatOption } from '../declaration/common-words.ts';
import type { ExitStatus } from '../exit-status.ts';
import { isWritablePath } from '../files/writable-path.ts';
import { writeWhole } from '../files/write-whole.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { GatewayError, UnusableGateway } from '../gateway/gateway-error.ts';
import { printResult } from '../print-result.ts';
import { UsageError, type Terminal } from '../terminal.ts';

const notFound = 'the execution or an artifact was not found, or you may not read it';

export const artifactCommands = {
  artifacts: {
    summary: 'list and download the artifacts of an execution',
    description: 'Works with the output files of an execution, which are available as long as Jenkins keeps the build.',
    commands: {
      list: gatewayCommand({
        summary: 'list the artifacts of an execution',
        description: 'Lists the paths of the output files of an execution.',
        arguments: executionArgument,
        options: formatOption,
        exit: { 1: notFound },
        examples: { 'flowgate artifacts list 01KBMW7XQ4E2N0V5R8T3Y6Z9AC': 'List the output files' },
        run: async ({ args, options, connection }, terminal) => {
          const paths = await readPaths(args.EXECUTION, connection);
          printResult(paths, paths, options, terminal);
        },
      }),

      download: gatewayCommand({
        summary: 'download artifacts of an execution',
        description: `
Downloads all output files of an execution, or only those with the given paths, and prints the name of each file. Existing
files with the same names are replaced. A file that cannot be written is reported, and the others are downloaded.`,
        arguments: {
          ...executionArgument,
          PATH: { summary: 'a path from the list', optional: true, repeated: true },
        },
        options: {
          output: {
            value: 'DIR',
            short: 'o',
            completion: 'folder',
            default: 'artifacts',
            summary: 'the folder to write to',
          },
        },
        exit: { 1: notFound, 2: 'the server cannot be used, or a file cannot be written' },
        examples: {
          'flowgate artifacts download 01KBMW7XQ4E2N0V5R8T3Y6Z9AC': 'Download all files to the folder artifacts',
          'flowgate artifacts download 01KBMW7XQ4E2N0V5R8T3Y6Z9AC report/index.html -o .': 'Download one file',
        },
        run: async ({ args: { EXECUTION: id, PATH: paths }, options, connection }, terminal) => {
          const chosen = paths.length > 0 ? paths : await readPaths(id, connection);
          if (chosen.length === 0) terminal.stderr.write('The execution has no artifacts.\n');
          const ends: DownloadEnd[] = [];
          for (const path of chosen) {
            const end = await download(path, join(options.output, path), { id, connection, terminal });
            if (end.problem !== undefined) terminal.stderr.writeMessage(end.problem);
            ends.push(end);
          }
          const missing = ends.filter(({ problem }) => problem !== undefined);
          if (missing.length > 0 && chosen.length > 1)
            terminal.stderr.write(`${missing.length} of ${chosen.length} artifacts could not be downloaded.\n`);
          return missing.reduce<ExitStatus>((status, end) => (end.isFound ? 2 : status || 1), 0);
        },
      }),
    },
  },
} satisfies Commands;

async function readPaths(id: string, { client, body }: GatewayConnection): Promise<readonly string[]> {
  const call = client.GET('/executions/{execution_id}/artifacts', { params: { path: { execution_id: id } } });
  return (await body(call, ['artifacts'])).artifacts.map(({ path }) => path);
}

interface Download {
  /** The execution. */
  readonly id: string;
  readonly connection: GatewayConnection;
  readonly terminal: Terminal;
}

interface DownloadEnd {
  /** Why the artifact is missing. */
  readonly problem?: string;
  readonly isFound: boolean;
}

/**
 * Writes an artifact and prints the name of its file.
 * @throws {UsageError} if the server cannot be used, or rejects more than this path
 */
async function download(path: string, file: string, { id, connection, terminal }: Download): Promise<DownloadEnd> {
  // The paths come from a build, which must not choose where files are written.
  if (!isWritablePath(path))
    return { problem: `${JSON.stringify(path)} is not a path that this machine can write.`, isFound: true };
  try {
    const body = await connection.stream((stream) =>
      connection.client.GET('/executions/{execution_id}/artifacts/{path}*', {
        params: { path: { execution_id: id, path } },
        headers: { accept: '*/*' },
        ...stream,
      }),
    );
    await writeWhole(file, body, terminal.workingDirectory, { makesFolder: true });
  } catch (error) {
    if (!(error instanceof UsageError) || error instanceof UnusableGateway) throw error;
    const isFound = !(error instanceof GatewayError);
    if (!isFound && error.code !== 'artifact-not-found') throw error;
    return { problem: error.message, isFound };
  }
  terminal.stdout.write(`${file}\n`);
  return { isFound: true };
}
