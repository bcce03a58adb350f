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
  const listed = Array.from({ length: latest }, (_, index) => latest - index);
  expect(chosenRevisions(search, latest, { listed, isWhole: true })).toEqual(pair);
  expect(chosenRevisions(search, latest, { listed: [], isWhole: false })).toEqual(pair);
});

it.each([
  [{}, [9, 8, 3], true, { from: 8, to: 9 }],
  [{ to: '8' }, [9, 8, 3], true, { from: 3, to: 8 }],
  [{ to: '3' }, [9, 8, 3], true, undefined],
  [{ to: '8' }, [9, 8], false, { from: 7, to: 8 }],
])('%j of revisions with gaps, %j, are chosen', (search, listed, isWhole, pair) => {
  expect(chosenRevisions(search, 9, { listed, isWhole })).toEqual(pair);
});
