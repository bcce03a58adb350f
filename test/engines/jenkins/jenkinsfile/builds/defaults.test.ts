import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { flowText, jenkinsfileOf } from '../../../../support/transpile-yaml.ts';
import { byFlowgate, shell, startMiniJenkins, subflow } from './mini-build.ts';

const { run } = startMiniJenkins();
const byHand = (parameters: Readonly<Record<string, string>> = {}) => parameters;

describe('the default of a secret', () => {
  const named = `inputs:\n  - {id: token, type: SECRET, defaults: "credential:deploy-token"}\ntasks:\n  - {id: show, ${shell}, commands: ['echo "[\${TOKEN-unset}] \${#TOKEN}"']}\n`;
  const credentials = { 'deploy-token': 'of-the-default', other: 'chosen' };

  it('that names a credential applies if none is chosen', async () => {
    expect((await run(named, { credentials })).console).toContain('[****] 14');
    expect((await run(named, { credentials, parameters: { FLOWGATE_SECRET_TOKEN: 'other' } })).console).toContain(
      '[****] 6',
    );
  });

  it('is not filled in by Jenkins if Flowgate sends no value', async () => {
    const build = await run(named, { parameters: byFlowgate({}, { FLOWGATE_SECRET_TOKEN: 'deploy-token' }) });
    expect([build.error, build.console.includes('[unset]')]).toEqual([null, true]);
    const given = await run(named, {
      credentials,
      parameters: byFlowgate({ token: '' }, { FLOWGATE_SECRET_TOKEN: 'deploy-token' }),
    });
    expect(given.console).toContain('[****] 14');
  });

  it('in plain text is not in the Jenkinsfile, and is reported as missing in a build started by hand', async () => {
    for (const required of ['true', 'false']) {
      const body = named.replace('"credential:deploy-token"', `correct-horse, required: ${required}`);
      const jenkinsfile = jenkinsfileOf(flowText(body));
      expect(jenkinsfile).not.toContain('correct-horse');
      expect(jenkinsfile).toContain("credentials(name: 'FLOWGATE_SECRET_TOKEN', credentialType:");
      const build = await run(body);
      expect(build.error).toContain(
        'Input token is required, because only Flowgate knows its default: choose a secret text for FLOWGATE_SECRET_TOKEN',
      );
    }
  });
});

describe('the default of a secret of a called flow', () => {
  const child = (defaults: string): string => `id: child
namespace: tests
description: Called by another flow.
inputs:
  - {id: token, type: SECRET, defaults: "${defaults}"}
tasks:
  - {id: show, ${shell}, commands: ['echo "[\${TOKEN-unset}] \${#TOKEN}"']}
`;
  const parent = (inputs: string): string => `inputs:
  - {id: own, type: SECRET, required: false}
tasks:
  - {id: call, ${subflow}, namespace: tests, flowId: child, inputs: ${inputs}}
`;
  const credentials = { 'deploy-token': 'of-the-default', made: 'correct-horse', mine: 'parents' };

  it.each(['{}', '{token: null}', '{token: "{{ inputs.own }}"}'])(
    'applies if the call has no value: %s',
    async (inputs) => {
      const namedBuild = await run(parent(inputs), { credentials }, [child('credential:deploy-token')]);
      expect([namedBuild.error, namedBuild.console.includes('[****] 14')]).toEqual([null, true]);
      const parameters = { FLOWGATE_DEFAULT_1_TOKEN: 'made' };
      const plainBuild = await run(parent(inputs), { credentials, parameters }, [child('correct-horse')]);
      expect([plainBuild.error, plainBuild.console.includes('[****] 13')]).toEqual([null, true]);
      expect(jenkinsfileOf(flowText(parent(inputs)), [child('correct-horse')])).not.toContain('correct-horse');
      const missed = await run(parent(inputs), { credentials }, [child('correct-horse')]);
      expect(missed.error).toContain(
        'Input token is required, because only Flowgate knows its default: choose a secret text for FLOWGATE_DEFAULT_1_TOKEN',
      );
    },
  );

  it('is overridden by a secret of the parent', async () => {
    const request = { credentials, parameters: { FLOWGATE_SECRET_OWN: 'mine', FLOWGATE_DEFAULT_1_TOKEN: 'made' } };
    for (const defaults of ['credential:deploy-token', 'correct-horse']) {
      const build = await run(parent('{token: "{{ inputs.own }}"}'), request, [child(defaults)]);
      expect([build.error, build.console.includes('[****] 7')]).toEqual([null, true]);
    }
  });

  it('is not needed if the parent always passes a secret or plain text', () => {
    const always = parent('{token: "{{ inputs.own }}"}').replace(', required: false', '');
    for (const body of [always, parent('{token: "text {{ inputs.own }}"}')]) {
      const jenkinsfile = jenkinsfileOf(flowText(body), [child('correct-horse')]);
      expect(jenkinsfile).not.toContain('FLOWGATE_DEFAULT');
      expect(jenkinsfile).not.toContain('correct-horse');
    }
  });

  it('is one parameter for all calls of the flow, even nested ones', async () => {
    const between = `id: between\nnamespace: tests\ndescription: Calls on.\ntasks:\n  - {id: inner, ${subflow}, namespace: tests, flowId: child}\n`;
    const body = `tasks:\n  - {id: one, ${subflow}, namespace: tests, flowId: child}\n  - {id: two, ${subflow}, namespace: tests, flowId: between}\n`;
    const jenkinsfile = jenkinsfileOf(flowText(body), [child('correct-horse'), between]);
    expect(jenkinsfile.match(/credentials\(name: 'FLOWGATE_DEFAULT_\d+_TOKEN'/g)).toEqual([
      "credentials(name: 'FLOWGATE_DEFAULT_1_TOKEN'",
    ]);
    const build = await run(body, { credentials, parameters: { FLOWGATE_DEFAULT_1_TOKEN: 'made' } }, [
      child('correct-horse'),
      between,
    ]);
    expect(build.console.split('[****] 13')).toHaveLength(3);
  });
});

describe('the default of a file', () => {
  const content = 'weights,\u0000ü';
  let server: Server;
  let asked: string[];
  let statuses: number[];
  let base: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const status = statuses.shift() ?? 200;
      if (status !== 200) response.writeHead(status).end();
      else if (request.url === '/moved.bin')
        response.writeHead(302, { Location: '/models/x%20%5B1%5D.bin?a={b,c}' }).end();
      else if (request.url === '/leave.bin') response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
      else if (request.url === '/named')
        response.writeHead(200, { 'Content-Disposition': 'attachment; filename="Model.BIN"' }).end(content);
      else if (request.url === '/endless.bin') response.writeHead(200).write('x'.repeat(4096), () => response.end());
      else if (request.url === '/never-ends.bin') {
        response.writeHead(200);
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', write);
        };
        write();
      } else response.writeHead(200).end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  });
  beforeEach(() => {
    asked = [];
    statuses = [];
  });
  afterAll(() => server.close());

  const flow = (
    url: string,
    more = '',
  ): string => `inputs:\n  - {id: weights, type: FILE, required: false, defaults: "${url}"${more}}\ntasks:
  - {id: show, ${shell}, run_if: inputs.weights is not empty, commands: ['echo "at $WEIGHTS"', 'cat "$WEIGHTS" > copy']}\n`;
  const copyOf = ({ workspace }: { workspace: string }) => readFileSync(join(workspace, 'copy'), 'utf8');

  it('is downloaded by the agent from its URL, however the build was started', async () => {
    const url = `${base}/models/x%20%5B1%5D.bin?a=%7Bb,c%7D`;
    for (const parameters of [byHand(), byHand({ WEIGHTS: url }), byFlowgate({ weights: url })]) {
      const build = await run(flow(url, ', allowed_extensions: [bin], max_size: 1KB'), { parameters });
      expect([build.error, copyOf(build)]).toEqual([null, content]);
      expect(build.console).toContain(`at ${build.workspace}/.flowgate/files/WEIGHTS/x _1_.bin\n`);
      expect(existsSync(join(build.workspace, '.flowgate/files/WEIGHTS'))).toBe(false);
    }
    expect(asked).toEqual(Array.from({ length: 3 }, () => '/models/x%20%5B1%5D.bin?a=%7Bb,c%7D'));
  });

  it('can be on the agent', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowgate default '));
    writeFileSync(join(folder, 'map.pgm'), content);
    const build = await run(flow(pathToFileURL(join(folder, 'map.pgm')).href));
    expect([build.error, copyOf(build)]).toEqual([null, content]);
    rmSync(folder, { recursive: true });
    const gone = await run(flow(pathToFileURL(join(folder, 'map.pgm')).href));
    expect(gone.error).toContain('The file of input weights could not be downloaded');
    expect(gone.console).toContain(
      'attempt 1 of 5 to download the file failed: the file was not found on this agent, or cannot be read',
    );
  });

  it('is requested again when the server is busy, and follows redirects', async () => {
    statuses = [503];
    const build = await run(flow(`${base}/moved.bin`));
    expect([build.error, copyOf(build)]).toEqual([null, content]);
    expect(asked).toEqual(['/moved.bin', '/moved.bin', '/models/x%20%5B1%5D.bin?a={b,c}']);
  });

  it.each([
    ['is missing', '/missing.bin', '', [404], 'the server returned the status 404'],
    ['is too large', '/models/x.bin', ', max_size: 5B', [], 'it is larger than 5 bytes'],
    ['turns out to be too large', '/endless.bin', ', max_size: 4095B', [], 'it is larger than 4095 bytes'],
    ['never ends', '/never-ends.bin', ', max_size: 4095B', [], 'it is larger than 4095 bytes'],
    ['redirects to the agent', '/leave.bin', '', [], 'to download the file failed'],
    [
      'has another extension than allowed',
      '/named',
      ', allowed_extensions: [csv, tar.gz]',
      [],
      'its name is Model.BIN, but the allowed extensions are csv tar.gz',
    ],
    [
      'has no extension',
      '/models/x',
      ', allowed_extensions: [csv]',
      [],
      'its name is x, but the allowed extensions are csv',
    ],
  ])('that %s fails the task', async (_what, path, more, answers, reason) => {
    statuses = [...answers];
    const build = await run(flow(`${base}${path}`, more));
    expect(build.error).toContain('The file of input weights could not be downloaded');
    expect(build.console).toContain(reason);
    expect(build.console).not.toContain('at /');
    expect(existsSync(join(build.workspace, '.flowgate/files/WEIGHTS'))).toBe(false);
  });

  it("has the extension of the server's file name", async () => {
    const build = await run(flow(`${base}/named`, ', allowed_extensions: [bin]'));
    expect([build.error, copyOf(build)]).toEqual([null, content]);
  });

  it.each(['https://elsewhere.example/x.bin', 'file:///etc/passwd'])(
    'cannot be chosen by callers of Jenkins: %s',
    async (url) => {
      for (const parameters of [{ WEIGHTS: url }, byFlowgate({ weights: url })]) {
        expect((await run(flow(`${base}/models/x.bin`), { parameters })).error).toContain(
          'Input weights is a file; only Flowgate can pass it',
        );
      }
    },
  );

  it('of a called flow is separate from a file of the same name', async () => {
    const child = `id: child\nnamespace: tests\ndescription: A child.\n${flow(`${base}/child/x.bin`)}`;
    const body = `${flow(`${base}/parent/x.bin`)}  - {id: call, ${subflow}, namespace: tests, flowId: child}\n  - {id: pass, ${subflow}, namespace: tests, flowId: child, inputs: {weights: "{{ inputs.weights }}"}}\n`;
    const build = await run(body, {}, [child]);
    expect(build.error).toBeNull();
    expect(asked).toEqual(['/parent/x.bin', '/child/x.bin', '/parent/x.bin']);
    expect(build.console).toMatch(/at \S+\/\.flowgate\/files\/2\/WEIGHTS\/x\.bin\n/);
    expect(existsSync(join(build.workspace, '.flowgate/files/WEIGHTS'))).toBe(false);
  });

  it('of a called flow is removed from the agent of that flow', async () => {
    const child = `id: child\nnamespace: tests\ndescription: A child.\n${flow(`${base}/child/x.bin`)}`;
    const build = await run(
      `tasks:\n  - {id: call, ${subflow}, namespace: tests, flowId: child, worker_group: other}\n`,
      {},
      [child],
    );
    expect(build.error).toBeNull();
    expect(existsSync(join(`${build.workspace}@other`, '.flowgate/files/2'))).toBe(false);
    expect(readFileSync(join(`${build.workspace}@other`, 'copy'), 'utf8')).toBe(content);
  });
});
