import { join, resolve } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import type { TextOrJson } from '../declaration/list-options.ts';
import { executionIdOf } from '../executions/execution-id.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { saveBody } from '../gateway/save-body.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

export async function listArtifacts(
  execution: string,
  { format, ...server }: GatewayOptions & { readonly format: TextOrJson },
  terminal: Terminal,
): Promise<ExitStatus> {
  const id = executionIdOf(execution);
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
    const paths = await readPaths(id, connection);
    terminal.stdout.write(
      format === 'json' ? jsonText(paths) : paths.map((path) => `${withoutControls(path)}\n`).join(''),
    );
    return 0;
  });
}

/** Downloads all artifacts of an execution, or the given ones, and prints the path of each file. */
export async function downloadArtifacts(
  { execution, paths }: { readonly execution: string; readonly paths: readonly string[] },
  { output, ...server }: GatewayOptions & { readonly output: string },
  terminal: Terminal,
): Promise<ExitStatus> {
  const id = executionIdOf(execution);
  const connection = openConnection(server, terminal);
  return reportingRejection(terminal, async () => {
    const chosen = paths.length > 0 ? paths : await readPaths(id, connection);
    if (chosen.length === 0) terminal.stderr.write('The execution has no artifacts.\n');
    for (const path of chosen) {
      // The paths come from a build, which must not choose where files are written.
      if (!isInside(path)) throw new UsageError(`${JSON.stringify(path)} is not the path of an artifact.`);
      const { data } = await connection.client.GET('/executions/{execution_id}/artifacts/{path}*', {
        params: { path: { execution_id: id, path } },
        headers: { accept: '*/*' },
        parseAs: 'stream',
        fetch: connection.withoutDeadline,
      });
      if (data === null || data === undefined) throw connection.notFlowgate();
      const file = join(output, path);
      await saveBody(data as ReadableStream<Uint8Array>, resolve(terminal.workingDirectory, file)); // typed by Node.js
      terminal.stdout.write(`${file}\n`);
    }
    return 0;
  });
}

async function readPaths(id: string, connection: GatewayConnection): Promise<readonly string[]> {
  const call = connection.client.GET('/executions/{execution_id}/artifacts', {
    params: { path: { execution_id: id } },
  });
  return (await connection.body(call, ['artifacts'])).artifacts.map(({ path }) => path);
}

function isInside(path: string): boolean {
  const names = path.split('/');
  return !/[\\:\0]/.test(path) && names.every((name) => name !== '' && name !== '.' && name !== '..');
}
