import { expect, it } from 'vitest';
import { SecretMask } from '../../../src/base/masking/secret-mask.ts';
import { secretParts } from '../../../src/base/masking/secret-parts.ts';
import { urlParts } from '../../../src/base/masking/url-parts.ts';

const token = '5f1b0e6c9d2a4b7c8e3f5f1b0e6c9d2a4b7c8e3f5f1b0e6c9d2a4b7c8e3fabcd';
const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

it.each([
  ['a token in the path', `https://ci.example/signals/${id}/${token}`, [`/signals/${id}/${token}`, token]],
  ['a token before the name', `https://ci.example/s/${token}/done`, [`/s/${token}/done`, token]],
  [
    'a short token at the end',
    'https://hooks.example/T0/B0/XXXXXXXXXXXXXXXXXXXXXXXX',
    ['/T0/B0/XXXXXXXXXXXXXXXXXXXXXXXX', 'XXXXXXXXXXXXXXXXXXXXXXXX'],
  ],
  [
    'a signature in the query',
    'https://s3.example/f.zip?expires=99&sig=abcdefgh%2Bijklmnopqrst',
    [
      '/f.zip?expires=99&sig=abcdefgh%2Bijklmnopqrst',
      'abcdefgh%2Bijklmnopqrst',
      '/f.zip?expires=99&sig=abcdefgh+ijklmnopqrst',
      'abcdefgh+ijklmnopqrst',
    ],
  ],
  ['a password', 'postgres://app:hunter2%21@db.example:5432/shop', ['hunter2%21', 'hunter2!']],
  ['none of them', 'https://ci.example/api/v1', []],
  ['no URL', `${token}/${token}`, []],
])('%s', (_, url, parts) => {
  expect(urlParts(url)).toEqual(parts);
  expect(secretParts(url)).toEqual(expect.arrayContaining(parts));
});

it('are masked in every form, but not the id of the execution', () => {
  const mask = new SecretMask([`https://ci.example/signals/${id}/${token}`]);
  const base64 = Buffer.from(`user:${token}`).toString('base64');
  const text = `> POST /signals/${id}/${token}/done HTTP/1.1\n${token}\n${encodeURIComponent(`/signals/${id}/${token}`)}\n`;
  expect(mask.apply(text)).toBe('> POST ****/done HTTP/1.1\n****\n****\n');
  expect(mask.apply(base64)).not.toContain(Buffer.from(token).toString('base64').slice(4, 40));
  expect(mask.apply(`/executions/${id}`)).toBe(`/executions/${id}`);
});
