import { expect, test } from 'vitest';
import { namesSecret, referenceProblem, secretReference } from '../../../src/language/input-types/secret-reference.ts';

test.each([
  ['file:web-token', 'web-token', undefined],
  ['file:web/ssh_key.pem', 'web/ssh_key.pem', undefined],
  ['env:WEB_TOKEN', 'WEB_TOKEN', undefined],
  ['vault:web/deploy#token', 'web/deploy', 'token'],
  ['aws:web/deploy', 'web/deploy', undefined],
  ['aws:web/deploy#token', 'web/deploy', 'token'],
  [
    'aws:arn:aws:secretsmanager:eu-central-1:123456789012:secret:web/deploy-AbCdEf#token',
    'arn:aws:secretsmanager:eu-central-1:123456789012:secret:web/deploy-AbCdEf',
    'token',
  ],
  ['gcp:web-token', 'web-token', undefined],
  ['gcp:projects/shop/secrets/web/versions/3#token', 'projects/shop/secrets/web/versions/3', 'token'],
])('%s is a reference', (text, path, key) => {
  expect(secretReference(text)).toMatchObject({ path, key, text });
  expect(referenceProblem(text)).toBeUndefined();
});

test.each([
  'file:',
  'file:../key',
  'file:web/../../etc/passwd',
  'file:/etc/passwd',
  'file:web//token',
  'file:.hidden',
  'file:a\\b',
  'file:token\n',
  'file:token#key',
  'env:WEB-TOKEN',
  'env:A/B',
  'vault:web/deploy',
  'vault:web/../ops#token',
  'vault:web/deploy?version=2#token',
  'vault:#token',
  'aws:web deploy',
  'gcp:projects/shop/secrets/a/b',
  `file:${'x'.repeat(600)}`,
])('%j begins like a reference and is none', (text) => {
  expect(secretReference(text)).toBeUndefined();
  expect(referenceProblem(text)).toMatch(/^Value must be (file|env|vault|aws|gcp):<.* because it begins with/);
});

test.each(['correct horse', 'https://user@host', 'filer:x', 'Vault:a#b', 'sealed:abc', ''])(
  '%j is a secret',
  (text) => {
    expect(namesSecret(text)).toBe(false);
    expect(referenceProblem(text)).toBeUndefined();
  },
);

test('a credential of Jenkins is named too, but Flowgate cannot read it', () => {
  expect(namesSecret('credential:deploy-token')).toBe(true);
  expect(secretReference('credential:deploy-token')).toBeUndefined();
});
