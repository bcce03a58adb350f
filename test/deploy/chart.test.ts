import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageVersion } from '../../src/base/config/package-root.ts';
import { settingNames } from '../support/setting-names.ts';
import { everything, minimal } from './chart-values.ts';

const folder = 'deploy/helm/flowgate';

it('has the version of the package', () => {
  const { version, appVersion } = parse(readFileSync(`${folder}/Chart.yaml`, 'utf8')) as Record<string, string>; // ours
  expect([version, appVersion]).toEqual([packageVersion(), packageVersion()]);
});

it('uses settings that exist', () => {
  const text =
    readFileSync(`${folder}/templates/config.yaml`, 'utf8') + readFileSync(`${folder}/templates/_helpers.tpl`, 'utf8');
  const used = [...text.matchAll(/^ *(?:- \{name: )?((?:FLOWGATE|JENKINS|REDIS)_[A-Z_]+)[,:]/gm)].map(
    ([, name]) => name,
  );
  expect(used.length).toBeGreaterThan(10);
  expect(settingNames()).toEqual(expect.arrayContaining(used));
});

it('explains every value', () => {
  const schema = JSON.parse(readFileSync(`${folder}/values.schema.json`, 'utf8')) as { properties: object }; // ours
  const values = parse(readFileSync(`${folder}/values.yaml`, 'utf8')) as object; // ours
  expect(Object.keys(schema.properties).filter((name) => name !== 'global')).toEqual(Object.keys(values));
  for (const used of [minimal, everything])
    expect(Object.keys(values)).toEqual(expect.arrayContaining(Object.keys(parse(used) as object)));
});
