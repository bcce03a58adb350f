import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MiniBuild } from '../../../../support/mini-jenkins.ts';
import { flowText, transpileText } from '../../../../support/transpile-yaml.ts';
import { byFlowgate, shell, startMiniJenkins } from './mini-build.ts';

const token = 'the-token-of-the-files';
const gone = { status: 404, detail: 'The file "c.txt" of the task "build" is no longer in Jenkins.' };

const { jenkins } = startMiniJenkins();
const folder = mkdtempSync(join(tmpdir(), 'kept-'));
writeFileSync(join(folder, 'c.txt'), 'kept');
const archive = execFileSync('tar', ['-cf', '-', '-C', folder, 'c.txt']);

/** The statuses of the responses, in order; the last one repeats. */
let answers: readonly number[];
let asked: number;
let server: Server;
beforeAll(async () => {
  server = createServer((_, response) => {
    const status = answers[Math.min(asked++, answers.length - 1)] ?? 200;
    const problem = status === 404 ? JSON.stringify(gone) : '<html>not now</html>';
    response.writeHead(status).end(status === 200 ? archive : problem);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  asked = 0;
});
afterAll(() => server.close());

/** Runs the second segment of a flow, which gets a file of the first one. */
function run(port = (server.address() as AddressInfo).port): Promise<MiniBuild> {
  const text = flowText(`tasks:
  - {id: build, ${shell}, commands: [exit 9], outputFiles: [c.txt]}
  - {id: release, type: dev.vendor.plugin.core.flow.Approval, message: Go on?}
  - {id: show, ${shell}, commands: ['cat c.txt']}
`);
  const segment = { from: 'release', first: 2, contributed: 0, ended: { state: 'SUCCESS' }, elapsed: 0, files: 1 };
  const parameters = {
    ...byFlowgate({}),
    FLOWGATE_EXECUTION_ID: 'e/2',
    FLOWGATE_SEGMENT: JSON.stringify(segment),
    FLOWGATE_KEPT: 'url-of-files',
  };
  const credentials = { 'url-of-files': `http://127.0.0.1:${port}/kept-files/e/${token}` };
  return jenkins.run(transpileText(text, [], { parameters: 'external', canBegin: true }).jenkinsfile, {
    parameters,
    credentials,
  });
}

const attempt = (number: number, problem: string): string =>
  `Flowgate: attempt ${number} of 5 to put the files back failed: ${problem}`;
const failed = (problem: string): string =>
  `java.lang.Exception: The files that earlier tasks have kept could not be put back: ${problem}`;
const linesOf = ({ console }: MiniBuild): readonly string[] => console.split('\n');

describe('the kept files of earlier segments', () => {
  it('are put back, also if Flowgate answers only after a while', async () => {
    answers = [503, 503, 200];
    const build = await run();
    expect([build.result, build.error, asked]).toEqual(['SUCCESS', null, 3]);
    expect(readFileSync(join(build.workspace, 'c.txt'), 'utf8')).toBe('kept');
    const problem = 'Flowgate returned the status 503';
    expect(linesOf(build)).toEqual(expect.arrayContaining([attempt(1, problem), attempt(2, problem)]));
    expect(linesOf(build).filter((line) => line.startsWith('+') || line.includes(token))).toEqual([]);
  });

  it('fail the flow with the status if Flowgate keeps failing', async () => {
    answers = [503];
    const build = await run();
    expect([build.result, build.error, asked]).toEqual(['FAILURE', failed('Flowgate returned the status 503'), 5]);
    expect(linesOf(build)).toContain(attempt(5, 'Flowgate returned the status 503'));
  }, 60_000);

  it('fail the flow at once, with the words of Flowgate, if one of them is gone', async () => {
    answers = [404];
    const build = await run();
    expect([build.result, build.error, asked]).toEqual(['FAILURE', failed(gone.detail.slice(0, -1)), 1]);
  });

  it('fail the flow if Flowgate cannot be reached', async () => {
    expect((await run(1)).error).toBe(failed('Flowgate could not be reached'));
  }, 60_000);
});
