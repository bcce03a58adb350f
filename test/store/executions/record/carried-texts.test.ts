import { expect, it } from 'vitest';
import { SecretPlaces, type CarriedTexts } from '../../../../src/store/executions/record/carried-texts.ts';

const outputs = (text: string, field = 'field'): CarriedTexts => ({
  outputs: new Map([['task', new Map([[field, text]])]]),
});

it.each([
  ['nothing', 'plain'],
  ['a whole value', 'key=t0k.e+n!'],
  ['several values', 't0k.e+nlongert0k.e+n-t0k.e+n'],
  ['lines', 'first line\nand second line\r\n'],
  ['JSON', JSON.stringify({ password: 'pass"word\\' })],
  ['a URL', `https://x/?p=${encodeURIComponent('pass"word\\')}`],
])('marks the places of secrets in %s, and fills them', (_, text) => {
  const secrets = new Map([
    ['token', 't0k.e+n'],
    ['longer', 'longert0k.e+n'],
    ['lines', 'first line\nsecond line'],
    ['quoted', 'pass"word\\'],
    ['short', 'i'],
    ['empty', ''],
  ]);
  const places = new SecretPlaces(secrets);
  const stored = JSON.parse(JSON.stringify(places.hide(outputs(text)))) as ReturnType<SecretPlaces['hide']>;
  const left = Object.values(stored.outputs.task ?? {})
    .flatMap((found) => found)
    .filter((piece) => typeof piece === 'string');
  expect(left.join('|')).not.toMatch(/t0k|first|second line|word\\|word%/);
  expect(places.reveal(stored)).toEqual(outputs(text));
});

it('fills places with the values of now', () => {
  const { outputs: stored } = new SecretPlaces(new Map([['token', 'old value']])).hide(outputs('a old value b'));
  expect(stored).toEqual({ task: { field: ['a ', { secret: 'token', part: 0 }, ' b'] } });
  expect(new SecretPlaces(new Map([['token', 'new']])).reveal({ outputs: stored })).toEqual(outputs('a new b'));
});

it('keeps items, whatever their names are', () => {
  const texts: CarriedTexts = {
    outputs: new Map(),
    items: { task: 'deploy', done: new Map([['__proto__', new Map([['constructor', '"s3cret"']])]]) },
  };
  const places = new SecretPlaces(new Map([['token', 's3cret']]));
  const stored = JSON.parse(JSON.stringify(places.hide(texts))) as ReturnType<SecretPlaces['hide']>;
  expect(JSON.stringify(stored)).not.toContain('s3cret');
  expect(places.reveal(stored)).toEqual(texts);
});
