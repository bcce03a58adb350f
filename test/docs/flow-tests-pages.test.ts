import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { testSchema } from '../../src/language/test-files/test-schema.ts';
import { CommandLine, type CommandRun } from '../faces/cli/command-line.ts';
import { fencedBlocks, readProjectFile } from './pages.ts';
import { stepsOf } from './run-page.ts';

const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(testSchema);

/** The flows and test files of a page, by name. */
function filesOf(page: string): ReadonlyMap<string, string> {
  const blocks = fencedBlocks(page, 'yaml');
  return new Map(
    blocks.flatMap((text): [string, string][] => {
      const [, name] = /^# (\S+\.test\.yaml)$/m.exec(text) ?? [];
      const [, id] = /^id: (.*)$/m.exec(text) ?? [];
      if (name === undefined && id === undefined) return [];
      return [[name ?? `${id}.yaml`, text]];
    }),
  );
}

describe.each(['docs/how-to/test-a-flow.md', 'docs/reference/flow-tests.md'])('%s', (path) => {
  const page = readProjectFile(path);
  const files = filesOf(page);
  const testFiles = [...files].filter(([name]) => name.endsWith('.test.yaml'));
  const commandLine = new CommandLine();
  let whole: CommandRun;

  beforeAll(async () => {
    for (const [name, text] of files) {
      mkdirSync(dirname(join(commandLine.folder, name)), { recursive: true });
      writeFileSync(join(commandLine.folder, name), text);
    }
    whole = await commandLine.run(['test']);
  });
  afterAll(() => commandLine.remove());

  test('shows only flows and whole test files', () => {
    expect(files.size).toBe(fencedBlocks(page, 'yaml').length);
    expect(testFiles.length).toBeGreaterThan(0);
  });

  test('has cases that pass, except those that show a failure', () => {
    const failed = whole.stdout.split('\n').filter((line) => line.startsWith('  ✖'));
    const shown = page.split('\n').filter((line) => line.startsWith('  ✖'));
    expect(failed).toEqual(shown);
    expect(whole.stdout).not.toContain('could not');
  });

  test.each(testFiles)('has %s, which matches the schema', (_, text) => {
    validate(parse(text));
    expect(validate.errors ?? []).toEqual([]);
  });

  for (const { commands, output } of stepsOf(page))
    test(`prints what it says: ${commands.trim()}`, async () => {
      const args = commands
        .trim()
        .replace(/^flowgate /, '')
        .split(' ');
      expect((await commandLine.run(args)).stdout).toBe(output);
    });
});
