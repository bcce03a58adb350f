import { expect, it } from 'vitest';
import { DraftBox, type Draft } from '../../web/src/pages/flow/source/draft.ts';

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
  const box = new DraftBox('a/kept', shared);
  expect(box.isOfThisVisit).toBe(false);
  box.keep(draft);
  expect(box.isOfThisVisit).toBe(true);
  expect(box.read('id: b')).toEqual(draft);
  expect(new DraftBox('a/other', shared).read('id: b')).toBeUndefined();
  box.remove();
  expect(box.read('id: b')).toBeUndefined();
  expect(shared.kept.size).toBe(0);
});

it('a draft that equals the stored text is not offered', () => {
  const box = new DraftBox('a/stored', storage());
  box.keep(draft);
  expect(box.read('id: a')).toBeUndefined();
});

it.each(['', 'nonsense', 'null', '[]', '{"base": "3", "text": "x"}', '{"base": 3}'])(
  'what %j left in the storage is no draft',
  (kept) => {
    expect(new DraftBox('a/b', storage({ 'flowgate.draft.a/b': kept })).read('x')).toBeUndefined();
  },
);

it('the editor works where the browser forbids storage', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const box = new DraftBox('a/c', { getItem: refuse, setItem: refuse, removeItem: refuse });
  box.keep(draft);
  box.remove();
  expect(box.read('x')).toBeUndefined();
});
