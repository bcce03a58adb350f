import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { favourites, probableFavourites, toggleFavourite } from '../../web/src/api/favourites.ts';

let kept: Record<string, string>;
beforeEach(() => {
  kept = {};
  // As in a browser, what is kept are the members of the storage.
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  };
  vi.stubGlobal('localStorage', new Proxy(methods, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor }));
});
afterEach(() => vi.unstubAllGlobals());

const getOwnPropertyDescriptor = (): PropertyDescriptor => ({ enumerable: true, configurable: true });

it('no user of a browser sees the favourites of another', () => {
  toggleFavourite('ada', 'secret/plan');
  expect(probableFavourites()).toEqual(['secret/plan']);
  expect(favourites('bob')).toEqual([]);
  expect(favourites(undefined)).toEqual([]);
  toggleFavourite('bob', 'shop/release');
  expect(favourites('ada')).toEqual(['secret/plan']);
  expect(favourites('bob')).toEqual(['shop/release']);
  expect(probableFavourites()).toEqual([]);
  toggleFavourite('ada', 'secret/plan');
  expect(favourites('ada')).toEqual([]);
});

it.each([
  '',
  '{',
  'null',
  '{"length": 3}',
  '[1, null, {}, "", "a", "a/b/c", "../..", "a/..", "<img src=x>/a", "A/b"]',
  JSON.stringify([`a/${'b'.repeat(600)}`]),
])('what another program wrote is ignored: %s', (text) => {
  kept['flowgate.favourites ada'] = text;
  expect(favourites('ada')).toEqual([]);
});

it('only the newest names count, each once', () => {
  const names = Array.from({ length: 10_000 }, (_, number) => `a/f${number}`);
  kept['flowgate.favourites ada'] = JSON.stringify([...names, 'a/f9999']);
  expect(favourites('ada')).toEqual(names.slice(-20));
});
