import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../support/nightly.ts';

const projectFolder = join(import.meta.dirname, '../../../..');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowgate-completion-'));
  mkdirSync(join(folder, 'bin'));
  const program = join(folder, 'bin', 'flowgate');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${projectFolder}/scripts/flowgate.mjs' "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'my flow.yaml'), '');
  mkdirSync(join(folder, 'library'));
  mkdirSync(join(folder, 'flowgate'), { mode: 0o700 });
  const contexts = { contexts: { production: { url: 'http://localhost:1/' } } };
  writeFileSync(join(folder, 'flowgate', 'config.json'), JSON.stringify(contexts), { mode: 0o600 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shells = {
  bash: { command: ['bash', '--norc', '--noprofile', '-i'], setup: ['eval "$(flowgate completion bash)"'] },
  zsh: {
    command: ['zsh', '-f', '-i'],
    setup: ['autoload -U compinit; compinit -u -D', 'eval "$(flowgate completion zsh)"'],
  },
  fish: { command: ['fish', '--no-config', '-i'], setup: ['flowgate completion fish | source'] },
};

const completions = [
  ['commands', 'flowgate transp<TAB>', 'transpile'],
  ['commands of groups', 'flowgate flows rev<TAB>', 'revisions'],
  ['options', 'flowgate validate --for<TAB>', '--format'],
  ['values', 'flowgate validate --format js<TAB>', '--format json'],
  ['values after =', 'flowgate validate --format=js<TAB>', '--format=json'],
  ['values of arguments', 'flowgate completion f<TAB>', 'completion fish'],
  ['contexts', 'flowgate flows list --context prod<TAB>', '--context production'],
  ['files with spaces', 'flowgate validate my<TAB>', 'my\\\\ flow.yaml'],
  ['folders', 'flowgate library lib<TAB>', 'library library/'],
] as const;

describe.each(Object.entries(shells))('in %s', (_name, { command, setup }) => {
  test.each(sampleOf(completions, 4))('completes %s', async (_what, typed, expected) => {
    // fish draws only what changes, so the words before the completed one may be missing.
    const pattern =
      command[0] === 'fish' ? (expected.split(' ').slice(-1)[0] ?? '').replace(/^flow/, 'my\\\\ flow') : expected;
    const pressing = promisify(execFile)(
      'python3',
      [join(import.meta.dirname, 'press-tab.py'), typed, pattern, ...command],
      {
        cwd: folder,
        env: {
          PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
          HOME: folder,
          XDG_CONFIG_HOME: folder,
          TERM: command[0] === 'fish' ? 'xterm' : 'dumb',
        },
      },
    );
    pressing.child.stdin?.end(`${setup.join('\n')}\n`);
    const screen = await pressing
      .then(({ stdout }) => stdout)
      .catch(({ stdout }: { readonly stdout: string }) => stdout);
    expect(screen).toMatch(new RegExp(pattern));
  });
});
