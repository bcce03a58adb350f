import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listen, urlOf } from '../../../support/listening-server.ts';
import { CommandLine } from '../command-line.ts';

let server: Server;
let line: CommandLine;
beforeEach(async () => {
  server = await listen((_request, response) =>
    response.writeHead(403, { 'content-type': 'application/problem+json' }).end(
      JSON.stringify({
        type: 'urn:flowgate:problem:forbidden',
        detail: '"token:ci" does not have the right to read in the namespace a.',
      }),
    ),
  );
  line = new CommandLine();
  line.environment = { FLOWGATE_SERVER: urlOf(server), VALUE: '1' };
});
afterEach(() => {
  server.close();
  line.remove();
});

it.each(['--input count=1', '--input-env count=VALUE'])(
  'names the way to run without the right to read: %s',
  async (words) => {
    const { status, stderr } = await line.run(['run', 'a/b', ...words.split(' ')]);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'flowgate: permission denied. "token:ci" does not have the right to read in the namespace a. Values of --input, --input-env and --input-file are converted to the types of the flow, which needs that right. Without it, give typed values in a YAML or JSON file with --inputs.\n',
    );
  },
);
