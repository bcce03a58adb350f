import { expect, test } from 'vitest';
import { settingNames } from '../support/setting-names.ts';
import { readProjectFile } from './pages.ts';

const page = 'docs/reference/configuration.md';
const documented = [...readProjectFile(page).matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name);

test(`${page} lists exactly the existing settings`, () => {
  expect(documented.toSorted()).toEqual(settingNames());
});
