import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyStableFile } from '../../../../src/engines/local/shell/copy-stable-file.ts';
import { DiskRoom } from '../../../../src/engines/local/shell/disk-room.ts';
import { OutputPipes } from '../../../../src/engines/local/shell/output-pipes.ts';
import { partFile } from '../../../../src/store/executions/artifacts/artifact-folder.ts';
import { removeTree } from '../../../../src/store/executions/artifacts/remove-tree.ts';
import { LocalRuns } from '../../../support/local-run.ts';
import { flowText } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const runs = new LocalRuns();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowgate-hostile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => runs.close());

const task = (more: string, ...commands: readonly string[]) =>
  flowText(`tasks:\n  - {id: task, ${shell}, ${more}, commands: ${JSON.stringify(commands)}}\n`);

describe('what a script returned is read without waiting and without following links', () => {
  const print = `echo '{"x": "1"}'`;
  it.each([
    ['a pipe', 'mkfifo "$file"'],
    ['a link', 'ln -s /dev/zero "$file"'],
    ['a folder', 'mkdir "$file"'],
  ])('%s in its place', async (_name, replace) => {
    const daemon = `file=$FLOWGATE_TASK_DIR.outputs; while sleep 0.01; do if [ -f "$file" ]; then rm "$file"; ${replace}; fi; done`;
    const run = runs.prepare(
      task(
        'outputSchema: {x: {type: STRING}}',
        `(setsid sh -c ${JSON.stringify(daemon).replaceAll('$', '\\$')} > /dev/null 2>&1 &)`,
        print,
      ),
    );
    // Either the daemon was quick enough or not, but the execution ends.
    expect(['FAILED', 'SUCCESS']).toContain((await run.execution.run()).state);
  });
});

it('a pipe in the place of the files of a later task does not hold up the engine', async () => {
  const run = await runs.run(
    flowText(`tasks:
  - id: first
    ${shell}
    commands: ['for n in 0 1 2; do next="\${FLOWGATE_TASK_DIR%-*}-$n"; mkdir -p "$next"; [ -e "$next/script" ] || mkfifo "$next/script"; done']
  - {id: second, ${shell}, commands: [echo second]}
`),
  );
  expect([run.end.state, run.log()]).toEqual(['SUCCESS', 'second\n']);
});

describe('output files', () => {
  const copy = (source: string) =>
    copyStableFile(source, join(folder, 'kept', 'copy'), {
      part: join(folder, 'kept', 'part'),
      stop: new AbortController().signal,
      onSize: () => undefined,
    });

  it.each([
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a link', (path: string) => symlinkSync('/etc/passwd', path)],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('%s that has replaced a file is not kept', async (_name, replace) => {
    replace(join(folder, 'file'));
    await copy(join(folder, 'file'));
    expect(existsSync(join(folder, 'kept'))).toBe(false);
  });

  it('a file in a folder that was replaced with a link is not kept', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere', 'file'), 'of others');
    symlinkSync('elsewhere', join(folder, 'folder'));
    await copy(join(folder, 'folder', 'file'));
    expect(existsSync(join(folder, 'kept'))).toBe(false);
  });

  it('replace whatever is in their place', async () => {
    writeFileSync(join(folder, 'file'), 'new');
    mkdirSync(join(folder, 'kept', 'copy', 'folder'), { recursive: true });
    await copy(join(folder, 'file'));
    expect(readFileSync(join(folder, 'kept', 'copy'), 'utf8')).toBe('new');
  });

  it.each(['stop', 'kill'] as const)('a %s ends the copying', async (how) => {
    const run = runs.prepare(task('outputFiles: [big]', 'truncate -s 4T big', 'echo ready'));
    const ended = run.execution.run();
    while (!existsSync(join(run.artifacts, partFile))) await new Promise((resolve) => setTimeout(resolve, 20));
    await run.execution[how]();
    expect((await ended).state).toBe('KILLED');
    expect(readdirSync(run.artifacts)).toEqual([]);
  });

  it.each([
    ['**', 'of', '.flowgate'],
    ['of/**', 'of', '.flowgate'],
    ['of', 'of', '.flowgate'],
    ['of', 'of', '.flowgate/files'],
    ['of', 'of', '.flowgate/files/input'],
    ['deep/of/files/input', 'deep/of', '../.flowgate'],
  ])('the pattern %s and a link %s to %s bring none of Flowgate out', async (pattern, link, target) => {
    const run = await runs.run(
      task(
        `outputFiles: [${JSON.stringify(pattern)}, mine]`,
        'mkdir -p deep .flowgate/files',
        'echo secret > .flowgate/files/input',
        'echo own > mine',
        `ln -s ${target} ${link}`,
      ),
    );
    expect([run.end.state, readdirSync(run.artifacts, { recursive: true })]).toEqual(['SUCCESS', ['mine']]);
  });

  it('names that are not UTF-8 are left out and said, and do not hold up the removal', async () => {
    const odd = `"$(printf 'odd\\377')"`;
    const run = await runs.run(
      task('outputFiles: ["**", none]', `mkdir ${odd}`, `echo x > ${odd}/in`, `echo x > ${odd}.txt`, 'echo x > fine'),
    );
    expect([run.end.state, readdirSync(run.artifacts)]).toEqual(['SUCCESS', ['fine']]);
    expect(run.log().split('\n').toSorted()).toEqual([
      '',
      'Flowgate: left out of the output files, because their names are not UTF-8: odd\ufffd, odd\ufffd.txt',
      'Flowgate: no file matches the pattern none',
    ]);
    await run.execution.remove();
    expect(existsSync(run.folder)).toBe(false);
  });

  it('that do not fit on the disk fail their task, which names the file and its size, and leave nothing', async () => {
    const room = new DiskRoom({ reserve: 1000, freeSpace: async () => 5000 });
    const artifacts = join(folder, 'artifacts');
    const run = await runs.run(task('outputFiles: [small, big]', 'echo x > small', 'truncate -s 4001 big'), {
      artifacts: { folder: artifacts, room },
    });
    expect(run.end).toMatchObject({
      state: 'FAILED',
      reason:
        'The output file big (4001 bytes) could not be kept: the disk of Flowgate has space for 4000 bytes of output files',
    });
    expect(readdirSync(artifacts)).toEqual(['small']);
  });

  it('thousands of files are kept', async () => {
    const run = await runs.run(task('outputFiles: ["**"]', 'seq 1 1000 | xargs touch'));
    expect([run.end.state, readdirSync(run.artifacts).length]).toEqual(['SUCCESS', 1000]);
  });
});

describe('what is removed', () => {
  it('is never behind a link that has replaced the workspace', async () => {
    const own = join(folder, '.flowgate', 'files');
    mkdirSync(own, { recursive: true });
    const { end } = await runs.run(
      task('outputFiles: ["**"]', `cd .. && mv workspace other && ln -s ${folder} workspace`),
    );
    expect(end.state).toBe('SUCCESS');
    expect(existsSync(own)).toBe(true);
  });

  it('can be deeper than any path', async () => {
    const deep = join(folder, 'deep');
    mkdirSync(deep);
    execFileSync('sh', ['-c', 'for i in $(seq 1 2100); do mkdir d && cd -P d || exit; done'], { cwd: deep });
    await removeTree(deep);
    expect(existsSync(deep)).toBe(false);
  });
});

it('no program gets the environment of this process', async () => {
  const seen = join(folder, 'seen');
  const fake = join(folder, 'mkfifo');
  writeFileSync(fake, `#!/bin/sh\nenv > '${seen}'\n`, { mode: 0o700 });
  process.env.FLOWGATE_PROBE = 'of this process';
  try {
    const environment = { PATH: `${dirname(fake)}:${process.env.PATH}` };
    // It creates none.
    await expect(new OutputPipes().take({ folder, environment })).rejects.toThrow('ENOENT');
  } finally {
    delete process.env.FLOWGATE_PROBE;
  }
  expect(readFileSync(seen, 'utf8')).not.toContain('FLOWGATE_PROBE');
});
