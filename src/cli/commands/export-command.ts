import { resolve } from 'node:path';
import { outputFile } from '../declaration/common-options.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';

export const exportCommand = gatewayCommand({
  summary: 'print all flows of a server as one YAML stream',
  description: `
Prints the latest sources of all flows that you may read, or of those in a namespace, as one YAML stream with a document per
flow. \`flowgate import\` reads it. \`flowgate pull\` writes a file per flow instead.`,
  arguments: { NAMESPACE: { summary: 'a namespace', optional: true, completion: 'namespace' } },
  options: outputFile,
  exit: { 1: 'you may not read the namespace' },
  examples: [
    { line: 'flowgate export -o flows.yaml', does: 'Save all flows to a file' },
    { line: 'flowgate export robotics', does: 'Print the flows of a namespace' },
  ],
  run: async ({ args, options: { output }, connection }, { stdout, workingDirectory }) => {
    const body = await connection.stream((stream) =>
      connection.client.GET('/export', {
        params: { query: { namespace: args.NAMESPACE } },
        headers: { accept: 'application/x-yaml' },
        ...stream,
      }),
    );
    if (output === undefined) {
      const { buffer } = await import('node:stream/consumers');
      stdout.writeDocument((await buffer(body)).toString('utf8'));
    } else {
      const { saveBody } = await import('../gateway/save-body.ts');
      await saveBody(body, resolve(workingDirectory, output));
    }
  },
});
