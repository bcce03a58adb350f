import { expect, it } from 'vitest';
import { suggestedName } from '../../../../src/faces/http/identity/suggested-name.ts';

it.each([
  ['ada', 'ada'],
  ['Ada Lovelace\n', 'AdaLovelace'],
  ['ädä', 'd'],
  ['ü', undefined],
  ['token:ci', undefined],
  ['x'.repeat(300), 'x'.repeat(255)],
])('%j suggests %j', (user, name) => {
  expect(suggestedName(() => user)).toBe(name);
});

it('a user without an entry suggests nothing', () => {
  expect(
    suggestedName(() => {
      throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
    }),
  ).toBeUndefined();
});
