import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installationKey } from '../../../src/store/secrets/installation-key.ts';
import { temporaryFolder } from '../../support/redis.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is created once, completely, and readable only by this user', () => {
  const data = join(folder, 'data');
  const key = installationKey(data);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(installationKey(data)).toBe(key);
  expect(readdirSync(data)).toEqual(['key']);
  expect(statSync(join(data, 'key')).mode & 0o777).toBe(0o600);
  expect(installationKey(folder)).not.toBe(key);
});

it.each(['', '\n', 'c2hvcnQ='])('is never a guessable value, such as the remains of a failed write: %j', (text) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'key'), text);
  expect(() => installationKey(folder)).toThrow(
    `The key in ${join(folder, 'key')} is damaged. Restore the file, or delete it`,
  );
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe(text);
});
