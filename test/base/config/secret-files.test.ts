import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/base/config/load-configuration.ts';
import { readSecretFiles } from '../../../src/base/config/secret-files.ts';
import { fileSettings } from '../../../src/base/config/settings/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'flowgate-secret-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

it('reads each setting that can be secret from a file, without the line end', () => {
  const environment = Object.fromEntries(
    fileSettings.map((name) => [`${name}_FILE`, file(name, `the content for ${name}\n`)]),
  );
  const { environment: read, problems } = readSecretFiles(environment);
  expect(problems).toEqual([]);
  expect(fileSettings.map((name) => read[name])).toEqual(fileSettings.map((name) => `the content for ${name}`));
});

it('gives the configuration the key from its file', () => {
  const path = file('key', 'a key of enough characters\n');
  expect(loadConfiguration({ FLOWGATE_KEY_FILE: path }).key).toBe('a key of enough characters');
});

it('rejects a setting that is given twice', () => {
  const environment = { FLOWGATE_KEY: 'a key of enough characters', FLOWGATE_KEY_FILE: file('other', 'another key') };
  expect(() => loadConfiguration(environment)).toThrow(
    'FLOWGATE_KEY and FLOWGATE_KEY_FILE are both set; set one of them',
  );
});

it.each([
  ['a missing file', () => join(folder, 'missing')],
  ['an empty file', () => file('empty', '\n')],
  ['a folder', () => folder],
  ['a file that is too large for a secret', () => file('large', 'x'.repeat(64 * 1024 + 1))],
])('rejects %s', (_, path) => {
  expect(() => loadConfiguration({ JENKINS_TOKEN_FILE: path() })).toThrow(
    `JENKINS_TOKEN_FILE is ${JSON.stringify(path())}; allowed: a readable file of 1 to 65536 bytes`,
  );
});

it('does not show the content of a file in an error', () => {
  const path = file('url', 'http://user:hunter22@redis\n');
  expect(() => loadConfiguration({ REDIS_URL_FILE: path })).toThrow(/^(?![^]*hunter22)[^]*REDIS_URL must be a URL/);
});
