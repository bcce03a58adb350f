import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../../src/base/text/json-value.ts';
import { safeFileName } from '../../../../../src/language/inputs/safe-file-name.ts';
import type { MiniBuild, MiniBuildRequest } from '../../../../support/mini-jenkins.ts';
import { flowText, jenkinsfileOf } from '../../../../support/transpile-yaml.ts';
import { byFlowgate, shell, startMiniJenkins, subflow, textFor } from './mini-build.ts';

const content = Buffer.from('a,b\n\u0000ü');
const token = 'the-token-of-the-file';

const { jenkins } = startMiniJenkins();
/** The statuses of the responses, in order; the last one repeats. */
let answers: readonly number[];
let asked: number;
/** Command lines of processes that showed the token during the download. */
let shown: string[];
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const status = answers[Math.min(asked++, answers.length - 1)] ?? 200;
    shown.push(...commandLines().filter((line) => line.includes(token)));
    if (request.url !== `/files/e/dataset/${token}`) response.writeHead(404).end();
    else if (status === 0) response.writeHead(200, { 'Content-Length': content.length }).flushHeaders(); // and nothing more
    else if (status === 302) response.writeHead(302, { Location: `/files/e/dataset/${token}` }).end('moved');
    else response.writeHead(status).end(status === 200 ? content : 'not now');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  answers = [200];
  asked = 0;
  shown = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function commandLines(): string[] {
  const processes = existsSync('/proc/self/cmdline') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return processes.flatMap((id) => {
    try {
      return [readFileSync(`/proc/${id}/cmdline`, 'utf8')];
    } catch {
      return []; // it has ended
    }
  });
}

const input = 'inputs:\n  - {id: dataset, type: FILE, required: false}\n';

/** Runs a flow as Flowgate starts it, with a file for its input. */
function run(
  body: string,
  {
    filename = 'data 1.csv',
    sha256 = createHash('sha256').update(content).digest('hex'),
    others = [] as readonly string[],
    ...request
  }: MiniBuildRequest & { filename?: string; sha256?: string; others?: readonly string[] } = {},
): Promise<MiniBuild> {
  const file = { filename, name: safeFileName(filename), size: content.length, sha256 };
  const parameters = byFlowgate({ dataset: file }, { FLOWGATE_FILE_DATASET: 'url-of-dataset' });
  const { port } = server.address() as AddressInfo;
  const complete = {
    parameters,
    credentials: { 'url-of-dataset': `http://127.0.0.1:${port}/files/e/dataset/${token}` },
    ...request,
  };
  return jenkins.run(textFor(body, complete, others), complete);
}

describe('a file in a build', () => {
  it('is available, byte for byte, to all tasks, and is removed afterwards', async () => {
    const build = await run(`${input}tasks:
  - {id: first, ${shell}, commands: ['echo "at $DATASET"', 'cp "{{ inputs.dataset }}" copy']}
  - {id: second, ${shell}, run_if: "inputs.dataset matches 'a 1\\\\.csv$'", commands: ['cd /; ls -l "$DATASET"; exit 3']}
finally:
  - {id: last, ${shell}, commands: ['wc -c < "$DATASET"']}
`);
    expect(build.result).toBe('FAILURE');
    expect(build.console).toContain(`at ${build.workspace}/.flowgate/files/DATASET/data 1.csv\n`);
    expect(build.stages.map(({ name, result }) => `${name} ${result}`)).toContain('second FAILURE');
    expect(build.console).toMatch(new RegExp(`^\\s*${content.length}$`, 'm'));
    expect(readFileSync(join(build.workspace, 'copy'))).toEqual(content);
    expect(existsSync(join(build.workspace, '.flowgate/files/DATASET'))).toBe(false);
    expect([asked, shown, build.console.includes(token)]).toEqual([1, [], false]);
  });

  it('is available on every agent that runs a task, with its path', async () => {
    const build = await run(`${input}variables:
  COPY: "[{{ inputs.dataset }}]"
tasks:
  - {id: here, ${shell}, commands: ['echo "$DATASET $COPY"; cat "$DATASET" > one']}
  - {id: there, ${shell}, worker_group: other, commands: ['echo "$DATASET $COPY"; cat "$DATASET" > one']}
  - {id: back, ${shell}, commands: ['echo "$DATASET $COPY"']}
`);
    expect(build.error).toBeNull();
    const there = `${build.workspace}@other`;
    const lineOf = (workspace: string): string =>
      `${workspace}/.flowgate/files/DATASET/data 1.csv [${workspace}/.flowgate/files/DATASET/data 1.csv]\n`;
    expect(build.console.split(lineOf(build.workspace))).toHaveLength(3);
    expect(build.console).toContain(lineOf(there));
    for (const workspace of [build.workspace, there]) {
      expect(readFileSync(join(workspace, 'one'))).toEqual(content);
      expect(existsSync(join(workspace, '.flowgate/files/DATASET'))).toBe(false);
    }
    expect(asked).toBe(2);
  });

  it('is passed to a subflow whose tasks run on another agent', async () => {
    const child = `id: child\nnamespace: tests\ndescription: A child.\ninputs:\n  - {id: bag, type: FILE}\n  - {id: none, type: FILE, required: false}\ntasks:\n  - {id: near, ${shell}, commands: ['wc -c < "$BAG"; echo "[\${NONE-unset}] [\${DATASET-unset}]"']}\n  - {id: far, ${shell}, worker_group: other, commands: ['echo "at $BAG"; wc -c < "$BAG"']}\n`;
    const build = await run(
      `${input}tasks:\n  - {id: call, ${subflow}, namespace: tests, flowId: child, inputs: {bag: "{{ inputs.dataset }}"}}\n`,
      { others: [child] },
    );
    expect(build.error).toBeNull();
    expect(build.console.match(new RegExp(`^\\s*${content.length}$`, 'gm'))).toHaveLength(2);
    expect(build.console).toContain('[unset] [unset]');
    expect(build.console).toContain(`at ${build.workspace}@other/.flowgate/files/DATASET/data 1.csv`);
  });

  it('that is not given sets no variable', async () => {
    const build = await run(
      `${input}tasks:\n  - {id: show, ${shell}, run_if: "inputs.dataset == null", commands: ['echo "[\${DATASET-unset}]"']}\n`,
      { parameters: byFlowgate({}) },
    );
    expect(build.console).toContain('[unset]');
    expect(asked).toBe(0);
  });

  it('is requested again when Flowgate is briefly unavailable', async () => {
    answers = [503, 200];
    const build = await run(`${input}tasks:\n  - {id: show, ${shell}, commands: ['cat "$DATASET" > copy']}\n`);
    expect([build.error, asked]).toEqual([null, 2]);
  });

  it('that does not arrive does not delay an abort, and does not arrive later', async () => {
    answers = [0];
    const build = await run(
      `${input}tasks:\n  - {id: show, ${shell}, retry: {max_attempt: 3, interval: 0.1s}, commands: [echo never]}\n`,
      { abortAfter: 3_000 },
    );
    expect([build.result, asked]).toEqual(['ABORTED', 1]);
    expect(build.console).not.toContain('never');
    expect(existsSync(join(build.workspace, '.flowgate/files/DATASET'))).toBe(false);
  });

  it.each([
    ['was not found', [404], {}, 'Flowgate returned the status 404'],
    ['redirects elsewhere', [302], {}, 'Flowgate returned the status 302'],
    ['has another checksum', [200, 404], { sha256: '0'.repeat(64) }, 'it is damaged'],
  ])('that %s fails the first task', async (_what, statuses, request, reason) => {
    answers = statuses;
    const build = await run(`${input}tasks:\n  - {id: show, ${shell}, commands: [echo never]}\n`, request);
    expect(build.error).toContain('The file of input dataset could not be downloaded');
    expect(build.console).toContain(reason);
    expect(build.console).not.toContain('never');
    expect(existsSync(join(build.workspace, '.flowgate/files/DATASET'))).toBe(false);
  });

  it.each<JsonValue>([{ name: '../../x', sha256: '0' }, { name: '.hidden' }, { name: '-rf' }, {}, '/etc/passwd', ''])(
    'cannot be invented by a caller of Jenkins: %s',
    async (made) => {
      const build = await run(`${input}tasks:\n  - {id: show, ${shell}, commands: [echo never]}\n`, {
        parameters: byFlowgate({ dataset: made }, { FLOWGATE_FILE_DATASET: 'url-of-dataset' }),
      });
      expect(build.error).toContain('Input dataset is a file; only Flowgate can pass it');
      expect(asked).toBe(0);
    },
  );

  it('is reported as missing in a build started by hand', async () => {
    const build = await run(
      `inputs:\n  - {id: dataset, type: FILE}\ntasks:\n  - {id: show, ${shell}, commands: [echo never]}\n`,
      { parameters: { DATASET: '' } },
    );
    expect(build.error).toContain('Input dataset is required');
  });
});

it('flows without files do not contain the code that downloads them', () => {
  const text = `tasks:\n  - {id: show, ${shell}, commands: ['true']}\n`;
  expect(jenkinsfileOf(flowText(text))).not.toContain('fetchScript');
  expect(jenkinsfileOf(flowText(`${input}${text}`))).toContain('String fetchScript()');
});
