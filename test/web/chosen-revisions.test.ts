import { expect, it } from 'vitest';
import { chosenRevisions } from '../../web/src/pages/flow/revisions/chosen-revisions.ts';

it.each([
  [{}, 5, { from: 4, to: 5 }],
  [{}, 1, undefined],
  [{ to: '3' }, 5, { from: 2, to: 3 }],
  [{ from: '2' }, 5, { from: 2, to: 5 }],
  [{ from: '4', to: '2' }, 5, { from: 4, to: 2 }],
  [{ from: '1', to: '1' }, 1, { from: 1, to: 1 }],
  [{ from: '99' }, 5, { from: 5, to: 5 }],
  [{ from: '-1', to: '1e3' }, 5, { from: 4, to: 5 }],
  [{ from: '0', to: 'x' }, 5, { from: 4, to: 5 }],
  [{ to: '1' }, 5, undefined],
])('%j of %i revisions are %j', (search, latest, pair) => {
  expect(chosenRevisions(search, latest)).toEqual(pair);
});
