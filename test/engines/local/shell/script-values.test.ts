import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { PassedInput } from '../../../../src/engines/local/interpreter/passed-inputs.ts';
import type { FileSource } from '../../../../src/engines/local/interpreter/run-ports.ts';
import { cutLine, leftOutLine } from '../../../../src/language/execution-plan/log-limits.ts';
import { awkwardTexts } from '../../../support/awkward-values/awkward-texts.ts';
import { LocalRuns, passing } from '../../../support/local-run.ts';
import { flowText } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const runs = new LocalRuns();
afterAll(() => runs.close());

describe('the environment of a script', () => {
  it('has every value byte for byte', async () => {
    const texts = [...awkwardTexts.ordinary, ...awkwardTexts.empty, ...awkwardTexts['line ends']];
    const run = await runs.run(
      flowText(`inputs:
${texts.map((_, index) => `  - {id: v${index}, type: STRING}`).join('\n')}
tasks:
  - {id: print, ${shell}, commands: ["env -0 > values"], outputFiles: [values]}
`),
      { passed: passing(Object.fromEntries(texts.map(({ text }, index) => [`v${index}`, text]))) },
    );
    expect(run.end.state).toBe('SUCCESS');
    const values = new Set(readFileSync(join(run.artifacts, 'values'), 'utf8').split('\0'));
    const missing = texts.filter(({ text }, index) => !values.has(`V${index}=${text}`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('has nothing of the environment of Flowgate but a minimum', async () => {
    for (const name of ['FLOWGATE_KEY', 'REDIS_URL', 'JENKINS_TOKEN', 'NODE_OPTIONS', 'MY_TOKEN'])
      vi.stubEnv(name, 'secret-of-the-gateway');
    vi.stubEnv('LC_TIME', 'C');
    const run = await runs.run(flowText(`tasks:\n  - {id: print, ${shell}, commands: [env]}\n`));
    vi.unstubAllEnvs();
    const names = run
      .log()
      .split('\n')
      .flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
    const system = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR)$/;
    expect(names.filter((name) => !system.test(name)).toSorted()).toEqual([
      'FLOWGATE_NAMES',
      'FLOWGATE_TASK_DIR',
      'FLOWGATE_TASK_RUN',
      'PWD',
      'WORKSPACE',
    ]);
    expect(names).toContain('LC_TIME');
    expect(run.log()).toContain(`\nWORKSPACE=${run.folder}/workspace\n`);
  });

  it('shows no process the values of the flow in its arguments', async () => {
    const run = await runs.run(
      flowText(`inputs:
  - {id: key, type: SECRET}
tasks:
  - {id: look, ${shell}, commands: ["cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\\\\0' ' ' | grep -c '[a]-secret-of-this-test' || :"]}
`),
      { passed: passing({ key: 'a-secret-of-this-test' }) },
    );
    expect(run.log()).toBe('0\n');
  });
});

describe('secrets', () => {
  it('are masked in everything that is kept, also line by line and over chunks', async () => {
    const secret = 'first line of it\nsecond line of it';
    const run = await runs.run(
      flowText(`inputs:
  - {id: key, type: SECRET}
tasks:
  - {id: message, type: dev.vendor.plugin.core.log.Log, message: "key {{ inputs.key }}"}
  - id: parts
    ${shell}
    commands:
      - printf 'first li'; sleep 0.2; printf 'ne of it é'; sleep 0.2; printf '\\nthe second line of it'; sleep 0.2; printf '\\303'; sleep 0.1; printf '\\251\\n'
      - echo "$KEY" >&2
      - printf '%s' "$KEY" | base64
  - id: line
    ${shell}
    outputSchema: {text: {type: STRING}}
    commands:
      - |
        printf '{"text": "%s"}\\n' "$(printf '%s' "$KEY" | head -n 1)"
outputs:
  - {id: text, type: STRING, value: "{{ task_outputs.line.text }}"}
`),
      { passed: passing({ key: secret }), secrets: [secret] },
    );
    expect(run.end).toEqual({ state: 'SUCCESS', outputs: new Map([['text', '"****"']]) });
    expect(run.log()).toMatch(/^key \*{4}\n\*{4} é\nthe \*{4}é\n/);
    expect(run.log()).not.toMatch(/line of it|Zmlyc3QgbGluZSBvZiBpd/);
  });

  it('are masked in the reason of a failure', async () => {
    const run = await runs.run(
      flowText(`inputs:
  - {id: key, type: SECRET}
outputs:
  - {id: link, type: URI, value: "to {{ inputs.key }}"}
tasks:
  - {id: nothing, ${shell}, commands: [":"]}
`),
      { passed: passing({ key: 'a-secret' }), secrets: ['a-secret'] },
    );
    expect(run.end.reason).toContain('found to ****');
  });
});

describe('files of inputs', () => {
  const content = Buffer.from('the content\n\0');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const flow = flowText(`inputs:
  - {id: data, type: FILE}
tasks:
  - {id: first, ${shell}, commands: ['echo "\${DATA#"$PWD"}"', 'cat "$DATA"', 'rm "$DATA"']}
  - {id: elsewhere, ${shell}, worker_group: gpu machines, commands: ['echo "\${DATA#"$PWD"}"', 'wc -c < "$DATA"', 'pwd > "$DATA.txt"']}
`);
  const passed = (source: FileSource): ReadonlyMap<string, PassedInput> =>
    new Map([['data', { filename: 'a b.bin', path: '.flowgate/files/DATA/a b.bin', source }]]);

  it('are copied to each workspace, whatever earlier tasks did to them', async () => {
    const run = await runs.run(flow, {
      passed: passed({ kind: 'content', id: 'one', sha256 }),
      openFile: async (id) => Readable.from([id === 'one' ? content : '']),
    });
    expect(run.end.state).toBe('SUCCESS');
    expect(run.log()).toBe(
      `/.flowgate/files/DATA/a b.bin\n${content.toString()}` +
        'Flowgate: the tasks of worker group gpu machines run on this machine\n' +
        `/.flowgate/files/DATA/a b.bin\n${content.length}\n`,
    );
    // They are removed at the end.
    for (const name of readdirSync(run.folder).filter((entry) => entry.startsWith('workspace')))
      expect(readdirSync(join(run.folder, name))).toEqual([]);
  });

  it('fail the task if they are damaged or missing', async () => {
    for (const openFile of [
      async () => Readable.from(['other']),
      async () => {
        throw new Error('gone');
      },
    ]) {
      const run = await runs.run(flow, { passed: passed({ kind: 'content', id: 'one', sha256 }), openFile });
      expect(run.end.reason).toBe('The file of input data could not be downloaded');
      expect(run.states).toEqual(['first RUNNING', 'first FAILED']);
    }
  });

  it('are downloaded from their URL as on an agent', async () => {
    const server = createServer((request, response) =>
      request.url === '/there' ? response.end(content) : response.writeHead(404).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
    const found = await runs.run(flow, { passed: passed({ kind: 'url', url: `${url}/there` }) });
    const large = await runs.run(flow, { passed: passed({ kind: 'url', url: `${url}/there`, maxSize: 3 }) });
    const missing = await runs.run(flow, { passed: passed({ kind: 'url', url: `${url}/missing` }) });
    server.close();
    expect(found.end.state).toBe('SUCCESS');
    expect(large.end.reason).toBe('The file of input data could not be downloaded');
    expect(large.log()).toContain('it is larger than 3 bytes');
    expect(missing.log()).toContain('the server returned the status 404');
  });
});

describe('workspaces', () => {
  it('of two executions at once do not meet', async () => {
    const flow = flowText(`inputs:
  - {id: name, type: STRING}
tasks:
  - {id: write, ${shell}, commands: ['echo "$NAME" > name', "sleep 0.3"]}
  - {id: read, ${shell}, commands: ["cat name", "ls", "pwd"]}
`);
    const both = ['one', 'two'].map((name) => runs.prepare(flow, { passed: passing({ name }) }));
    await Promise.all(both.map(({ execution }) => execution.run()));
    expect(both.map(({ log }) => log())).toEqual([
      `one\nname\n${both[0]!.folder}/workspace\n`,
      `two\nname\n${both[1]!.folder}/workspace\n`,
    ]);
    expect(both.map(({ folder }) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it('keep files between executions if the flow says so, but none of Flowgate', async () => {
    const flow = flowText(`keep_workspace: true
tasks:
  - {id: count, ${shell}, commands: ["echo x >> count", "wc -l < count", "ls -A"]}
`);
    const first = await runs.run(flow);
    const keptFolder = join(first.folder, 'kept');
    const logs: string[] = [];
    for (let round = 0; round < 2; round++) logs.push((await runs.run(flow, { keptFolder })).log());
    expect(logs).toEqual(['1\n.flowgate\ncount\n', '2\n.flowgate\ncount\n']);
    expect(readdirSync(join(keptFolder, 'workspace'))).toEqual(['count']);
  });

  it('are removed without following links', async () => {
    const outside = join(
      (await runs.run(flowText(`tasks:\n  - {id: a, ${shell}, commands: [":"]}\n`))).folder,
      'outside',
    );
    mkdirSync(outside);
    writeFileSync(join(outside, 'precious'), '');
    const run = await runs.run(
      flowText(`variables: {OUTSIDE: ${JSON.stringify(outside)}}
tasks:
  - {id: link, ${shell}, worker_group: a, commands: ['ln -s "$OUTSIDE" link', 'mkdir -p closed/sub', 'chmod 500 closed', 'cd ..', 'rm -rf workspace', 'ln -s "$OUTSIDE" workspace']}
  - {id: again, ${shell}, worker_group: a, commands: ["ls -A"]}
`),
    );
    expect(run.log()).toContain('.flowgate\n');
    await run.execution.remove();
    expect(readdirSync(outside)).toContain('precious');
  });
});

describe('limits', () => {
  it('of the log: its beginning and its end', async () => {
    const run = await runs.run(
      flowText(`tasks:
  - {id: long, ${shell}, commands: ["head -c 3000000 /dev/zero | tr '\\\\0' x", "echo done > done"], outputFiles: [done]}
  - {id: after, type: dev.vendor.plugin.core.log.Log, message: after}
`),
      { maxLogBytes: 1000 },
    );
    expect(run.end.state).toBe('SUCCESS');
    expect(run.log()).toBe(`${'x'.repeat(750)}${cutLine(1000)}${leftOutLine}after\n`);
    expect(readdirSync(run.artifacts)).toEqual(['done']);
  });

  it('of the output files', async () => {
    const flow = flowText(`tasks:
  - {id: files, ${shell}, commands: ["mkdir out", "for n in 1 2 3; do echo $n > out/$n; done"], outputFiles: [out/]}
`);
    for (const [limit, reason] of [
      [{ maxFiles: 2 }, 'The execution has more than 2 output files'],
      [{ maxBytes: 5 }, 'The output files of the execution are larger than 5 bytes together'],
    ] as const) {
      const run = runs.prepare(flow);
      const limited = await runs.run(flow, { artifacts: { folder: run.artifacts, ...limit } });
      expect(limited.end.reason).toBe(reason);
    }
  });

  it('holds a script up while the log is not read', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let bytes = 0;
    const run = runs.prepare(
      flowText(
        `tasks:\n  - {id: long, ${shell}, commands: ["head -c 3000000 /dev/zero | tr '\\\\0' x", "touch done"]}\n`,
      ),
      {
        report: {
          task: () => undefined,
          log: async (text) => {
            bytes += text.length;
            await held;
          },
        },
      },
    );
    const ended = run.execution.run();
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(0));
    expect(readdirSync(join(run.folder, 'workspace'))).not.toContain('done');
    release();
    expect((await ended).state).toBe('SUCCESS');
    expect(bytes).toBe(3_000_000);
  });
});

it('fails a task whose files cannot be written, and nothing else', async () => {
  const run = await runs.run(
    flowText(`tasks:
  - {id: break, ${shell}, commands: ["rm -rf .flowgate", "touch .flowgate"]}
  - {id: next, ${shell}, commands: [":"]}
finally:
  - {id: clean, type: dev.vendor.plugin.core.log.Log, message: still here}
`),
  );
  expect(run.end.reason).toMatch(/^Task next failed: its script could not start: (ENOTDIR|EEXIST)/);
  expect(run.log()).toBe('still here\n');
});
