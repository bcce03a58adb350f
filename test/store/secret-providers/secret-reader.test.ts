import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { SecretProviderName } from '../../../src/base/config/allowed-values.ts';
import type { SecretPrefix } from '../../../src/base/config/settings/secret-prefix-reader.ts';
import type { AuditEvent } from '../../../src/store/audit/audit-trail.ts';
import { MissingSecret, type SecretProvider } from '../../../src/store/secret-providers/secret-provider.ts';
import { SecretReader } from '../../../src/store/secret-providers/secret-reader.ts';
import { reference } from './provider-contract.ts';

function readerOf(
  read: SecretProvider['read'],
  { prefixes = [], name = 'vault' }: { prefixes?: readonly SecretPrefix[]; name?: SecretProviderName } = {},
) {
  const audited: AuditEvent[] = [];
  const seen: string[] = [];
  let time = Date.parse('2026-11-28T09:00:00Z');
  const reader = new SecretReader({
    providers: new Map([[name, { read }]]),
    prefixes,
    audit: { append: async (events) => void audited.push(...events) },
    now: () => new Date(time),
    observe: (_provider, outcome) => void seen.push(outcome),
    warn: (provider, reason) => void seen.push(`${provider}: ${reason}`),
  });
  return { reader, audited, seen, later: (milliseconds: number) => void (time += milliseconds) };
}

const user = (id: string) => ({ id, flow: { namespace: 'web', id: 'deploy' }, actor: 'ada' });
const token = reference('vault:web/deploy#token');

it('reads a secret once for each execution, and records that', async () => {
  let reads = 0;
  const { reader, audited } = readerOf(async () => `value ${++reads}`);
  expect(await Promise.all([1, 2, 3].map(() => reader.read(user('a'), token)))).toEqual(Array(3).fill('value 1'));
  expect(await reader.read(user('b'), token)).toBe('value 2');
  reader.forget('a');
  expect(await reader.read(user('a'), token)).toBe('value 3');
  expect(audited).toHaveLength(3);
  expect(audited[0]).toMatchObject({
    actor: 'ada',
    action: 'readSecret',
    outcome: 'done',
    namespace: 'web',
    flowId: 'deploy',
    executionId: 'a',
    detail: 'vault:web/deploy#token',
  });
  expect(JSON.stringify(audited)).not.toContain('value');
});

it('forgets what has not been used for an hour, and what is too much', async () => {
  let reads = 0;
  const { reader, later } = readerOf(async () => `value ${++reads}`);
  await reader.read(user('a'), token);
  later(59 * 60_000);
  expect(await reader.read(user('a'), token)).toBe('value 1');
  later(61 * 60_000);
  await reader.read(user('b'), token);
  expect(await reader.read(user('a'), token)).toBe('value 3');
  for (let count = 0; count < 10_000; count++) await reader.read(user(`many ${count}`), token);
  expect(await reader.read(user('a'), token)).not.toBe('value 3');
});

it('does not keep a failure', async () => {
  const answers = ['absent', 'there'];
  const { reader, audited } = readerOf(async () => {
    const answer = answers.shift() ?? '';
    if (answer === 'absent') throw new MissingSecret('Vault has no secret at x');
    return answer;
  });
  await expect(reader.read(user('a'), token)).rejects.toMatchObject({
    code: 'secret-missing',
    message: 'The secret vault:web/deploy#token cannot be used: Vault has no secret at x.',
  });
  expect(audited).toMatchObject([{ outcome: 'failed', code: 'secret-missing' }]);
  expect(await reader.read(user('a'), token)).toBe('there');
});

it.each([
  ['', 'it is empty'],
  ['credential:admin', 'it is a reference itself'],
  ['vault:ops/deploy#token', 'it is a reference itself'],
  ['a\0b', 'a NUL character'],
  ['x'.repeat(97 * 1024), 'it must have at most 96 KiB'],
  [Array.from({ length: 201 }, (_each, index) => `line ${index}`).join('\n'), 'more than 200 different lines'],
])('rejects a value that no execution can have: %#', async (value, reason) => {
  await expect(readerOf(async () => value).reader.read(user('a'), token)).rejects.toMatchObject({
    code: 'secret-missing',
    message: expect.stringContaining(reason),
  });
});

it('asks a provider that is out of order once at a time, and lets nobody else wait', async () => {
  let asked = 0;
  let isDown = true;
  const { reader, later, audited, seen } = readerOf(async () => {
    asked++;
    if (isDown) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'x' } });
    await sleep(1);
    return 'there';
  });
  const failed = { code: 'secret-unavailable', message: expect.stringMatching(/cannot be read now: fetch failed\.$/) };
  await expect(reader.read(user('a'), token)).rejects.toMatchObject(failed);
  await expect(reader.read(user('b'), token)).rejects.toMatchObject(failed);
  // Nobody sees what the first one named.
  await expect(reader.read(user('c'), reference('vault:ops/backup#key'))).rejects.toThrow(
    'The secret vault:ops/backup#key cannot be read now: fetch failed.',
  );
  expect(asked).toBe(1);
  later(2_001);
  isDown = false;
  const probe = reader.read(user('a'), token);
  await expect(reader.read(user('b'), token)).rejects.toMatchObject(failed);
  expect(await probe).toBe('there');
  expect(await reader.read(user('b'), token)).toBe('there');
  expect(asked).toBe(3);
  expect(audited.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect(seen).toEqual(['unavailable', 'vault: fetch failed', 'read', 'read']);
});

it('does not show what a called flow names', async () => {
  const { reader } = readerOf(({ path }) =>
    Promise.reject(path === 'web/gone' ? new MissingSecret('it is gone') : new Error('no answer')),
  );
  const called = { ...user('a'), isCalled: true };
  await expect(reader.read(called, reference('vault:web/gone#key'))).rejects.toThrow(
    /^The default of a called flow, a secret from vault, cannot be used\.$/,
  );
  for (const _ of ['attempt', 'pause'])
    await expect(reader.read(called, token)).rejects.toThrow(
      /^The default of a called flow, a secret from vault, cannot be read now: no answer\.$/,
    );
});

it('shows the code of a failed connection, and nothing else of it', async () => {
  const cause = Object.assign(new Error('horse'), { code: 'ECONNREFUSED' });
  const { reader } = readerOf(() => Promise.reject(new TypeError('fetch failed', { cause })));
  await expect(reader.read(user('a'), token)).rejects.toThrow('the provider is unreachable: ECONNREFUSED.');
});

it('allows what begins with a prefix of the namespace', () => {
  const prefixes = [
    { namespaces: 'web', prefix: 'vault:web/' },
    { namespaces: 'web.*', prefix: 'vault:shared/' },
    { namespaces: '*', prefix: 'file:public-' },
  ];
  const { reader } = readerOf(async () => '', { prefixes });
  const rejection = (namespace: string, text: string) => reader.rejection(namespace, reference(text));
  expect(rejection('web', 'vault:web/deploy#token')).toBeUndefined();
  expect(rejection('web', 'vault:shared/a#b')).toContain('may not use; allowed from vault: vault:web/…');
  expect(rejection('web.eu', 'vault:shared/a#b')).toBeUndefined();
  expect(rejection('ops', 'vault:web/deploy#token')).toContain(
    'the namespace ops may not use; allowed from vault: none (FLOWGATE_SECRET_PREFIXES)',
  );
  expect(rejection('ops', 'file:public-key')).toBe('Value names file:public-key, but FLOWGATE_SECRETS_DIR is not set');
});
