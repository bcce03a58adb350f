import { createHash, randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import { CommandLine } from './command-line.ts';

// Nothing runs the accepted executions.
const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };
const flow = `id: upload
namespace: examples
description: Reads a map.
inputs:
  - {id: map, type: FILE, max_size: 2MB, allowed_extensions: [bin]}
  - {id: scale, type: INT}
tasks:
  - {id: show, type: dev.vendor.plugin.core.shell.Shell, commands: ['wc -c "{{ inputs.map }}"', 'echo "{{ inputs.scale }}"']}
`;

let gateway: TestGateway;
let server: Server;
let line: CommandLine;
beforeAll(async () => {
  gateway = await startTestGateway({ jenkins, publicUrl: 'http://127.0.0.1:2', uploadBytes: 5_000_000 });
  await request(gateway.app)
    .post('/flows')
    .set({ 'x-oidc-sub': 'ada', 'content-type': 'text/yaml' })
    .send(flow)
    .expect(201);
  server = await listen(gateway.app);
  line = new CommandLine();
  line.environment = { FLOWGATE_SERVER: urlOf(server), FLOWGATE_USER: 'ada' };
});
afterAll(async () => {
  line.remove();
  server.close();
  await gateway.stop();
});

test('run uploads files, byte for byte', async () => {
  const bytes = randomBytes(1_500_000);
  line.write('my "map".bin', bytes);
  const { status, stdout, stderr } = await line.run([
    'run',
    'examples/upload',
    '--file',
    'map=my "map".bin',
    '-i',
    'scale=3',
    '--format',
    'json',
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(JSON.parse(stdout).inputs).toMatchObject({ map: { size: 1_500_000, sha256 }, scale: 3 });
});

test.each([
  ['map=large.bin', 1, /^map: The file must not be larger than 2 MB\n$/],
  ['map=text.txt', 1, /^map: .*bin/],
  ['scale=text.txt', 1, /^scale: Value must be .*found a file\n$/],
  ['map=.', 2, /it is a folder/],
])('run --file %s is rejected', async (file, status, reason) => {
  line.write('large.bin', Buffer.alloc(3_000_000));
  line.write('text.txt', 'text');
  const run = await line.run(['run', 'examples/upload', '-i', 'scale=3', '--file', file]);
  expect(run).toMatchObject({ status, stdout: '' });
  expect(run.stderr).toMatch(reason);
});
