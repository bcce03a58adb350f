import { expect, test } from 'vitest';
import { readProjectFile } from './pages.ts';

const read = [...readProjectFile('src/config/load-configuration.ts').matchAll(/reader\.\w+\(\s*'([A-Z_]+)'/g)].map(
  ([, name]) => name,
);
const documented = [...readProjectFile('docs/reference/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(
  ([, name]) => name,
);

test('docs/reference/configuration.md has every setting, and no other', () => {
  expect(documented.toSorted()).toEqual([...new Set(read)].toSorted());
});
