import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import { settings } from '../../../src/base/config/settings/settings.ts';

test('every declared setting is read', () => {
  const folder = join(packageRoot(), 'src', 'base', 'config');
  const readers = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const names = Object.keys(settings);
  expect(names).toContain('JENKINS_URL');
  // `npm start` reads it, before Flowgate is loaded.
  const ofScripts = ['FLOWGATE_INSTALL'];
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(readers))).toEqual(ofScripts);
});
