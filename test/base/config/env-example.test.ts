import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Configuration } from '../../../src/base/config/configuration.ts';
import { loadConfiguration } from '../../../src/base/config/load-configuration.ts';
import { settingNames } from '../../support/setting-names.ts';

const lines = readFileSync('.env.example', 'utf8').split('\n');
const settings = lines.flatMap((line, index) => {
  const [, name, value] = /^#([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [{ name, value, description: lines[index - 1] ?? '' }];
});

test('.env.example lists exactly the existing settings', () => {
  expect(settings.map(({ name }) => name).toSorted()).toEqual(settingNames());
});

test('.env.example contains only comments', () => {
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});

test('the values of .env.example are the defaults', () => {
  const environment = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  // The function that reads other variables is another one each time.
  const without = ({ secrets, ...others }: Configuration) => ({ ...others, secrets: { ...secrets, variable: null } });
  expect(without(loadConfiguration(environment))).toEqual(without(loadConfiguration({})));
});

test.each(settings)('.env.example describes $name in one line', ({ description }) => {
  expect(description).toMatch(/^# \S.*\.$/);
});
