import { expect, it } from 'vitest';
import { choiceParam, listParam, parseSearch, stringifySearch, textParam } from '../../web/src/search-params.ts';

it.each(['?q=662E41', '?id=123456789012345678', '?a=true&b=null', '?state=FAILED&state=KILLED', '?label=a%3Ab+c'])(
  'keeps %s as it is',
  (search) => {
    expect(stringifySearch(parseSearch(search))).toBe(search);
  },
);

it('leaves out what has no value', () => {
  expect(stringifySearch({ q: undefined, label: [], tab: '' })).toBe('');
});

it('reads parameters by their kind', () => {
  const search = parseSearch('?one=1&two=a&two=b&empty=');
  expect([textParam(search, 'one'), textParam(search, 'two'), textParam(search, 'empty')]).toEqual([
    '1',
    undefined,
    undefined,
  ]);
  expect([listParam(search, 'one'), listParam(search, 'two'), listParam(search, 'empty')]).toEqual([
    ['1'],
    ['a', 'b'],
    undefined,
  ]);
  expect(choiceParam(search, 'one', ['1', '2'])).toBe('1');
  expect(choiceParam(search, 'one', ['2'])).toBeUndefined();
});
