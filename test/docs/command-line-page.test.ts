import { expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { readProjectFile } from './pages.ts';

test('docs/reference/command-line.md lists exactly the existing commands', async () => {
  let overview = '';
  const sink = { write: (text: string) => (overview += text) };
  await runCommandLine(['--help'], {
    environment: {},
    workingDirectory: '/',
    stdin: process.stdin,
    stdout: sink,
    stderr: sink,
    onInterrupt: () => () => undefined,
    onStop: () => () => undefined,
    serve: async () => undefined,
  });
  const commands = [...overview.matchAll(/^ {2}([a-z]+)(?:, \w+)? {2}/gm)].map(([, name]) => name);
  const documented = [...readProjectFile('docs/reference/command-line.md').matchAll(/^\| `(\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(documented.toSorted()).toEqual(commands.toSorted());
  expect(commands.length).toBeGreaterThan(4);
});
