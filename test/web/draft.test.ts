import { expect, it } from 'vitest';
import { DraftBox, removeDraftsOf, type Draft } from '../../web/src/editor/draft.ts';

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const draft: Draft = { base: 3, text: 'id: a', changedAt: '2026-01-02T03:04:05Z' };

it('a draft is kept for each flow, until it is removed', () => {
  const shared = storage();
  const box = new DraftBox({ user: 'ada', flow: 'a/kept' }, shared);
  expect(box.isOfThisVisit).toBe(false);
  box.keep(draft);
  expect(box.isOfThisVisit).toBe(true);
  expect(box.read('id: b')).toEqual(draft);
  expect(new DraftBox({ user: 'ada', flow: 'a/other' }, shared).read('id: b')).toBeUndefined();
  box.remove();
  expect(box.read('id: b')).toBeUndefined();
  expect(shared.kept.size).toBe(0);
});

it('a draft is that of its user alone, whatever their ids look like', () => {
  const shared = storage();
  for (const user of ['ada', 'ada a/b', 'ada%20a', 'Ada', '']) {
    const box = new DraftBox({ user, flow: 'a/b' }, shared);
    expect(box.read('x')).toBeUndefined();
    box.keep({ ...draft, text: user });
  }
  expect(new DraftBox({ user: 'ada', flow: 'a/b' }, shared).read('x')?.text).toBe('ada');
  expect(new DraftBox({ user: undefined, flow: 'a/b' }, shared).read('x')?.text).toBe('');
});

it('the drafts of a user are removed at sign-out, and those that have no user', () => {
  const kept: Record<string, string> = { 'flowgate.draft.a/b': 'of an older version', 'flowgate.theme': 'dark' };
  // As in a browser, the keys are properties of the storage.
  const shared = Object.assign(Object.create({ removeItem: (key: string) => delete shared[key] }), kept);
  for (const user of ['ada', 'ada2']) shared[`flowgate.draft ${user} a/b`] = JSON.stringify(draft);
  removeDraftsOf('ada', shared as Storage); // the part of it that is used
  expect(Object.keys(shared)).toEqual(['flowgate.theme', 'flowgate.draft ada2 a/b']);
});

it('a draft that equals the stored text is not offered', () => {
  const box = new DraftBox({ user: 'ada', flow: 'a/stored' }, storage());
  box.keep(draft);
  expect(box.read('id: a')).toBeUndefined();
});

it.each(['', 'nonsense', 'null', '[]', '{"base": "3", "text": "x"}', '{"base": 3}'])(
  'what %j left in the storage is no draft',
  (kept) => {
    expect(
      new DraftBox({ user: 'ada', flow: 'a/b' }, storage({ 'flowgate.draft ada a/b': kept })).read('x'),
    ).toBeUndefined();
  },
);

it('the editor works where the browser forbids storage', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const box = new DraftBox({ user: 'ada', flow: 'a/c' }, { getItem: refuse, setItem: refuse, removeItem: refuse });
  box.keep(draft);
  box.remove();
  expect(box.read('x')).toBeUndefined();
});
