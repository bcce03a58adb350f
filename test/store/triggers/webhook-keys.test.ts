import type crypto from 'node:crypto';
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SecretBox } from '../../../src/store/secrets/secret-box.ts';
import { signingSecret } from '../../../src/store/triggers/standard-webhook.ts';
import {
  WebhookKeys,
  type SealedWebhookKey,
  type WebhookKeyStore,
  type WebhookProof,
} from '../../../src/store/triggers/webhook-keys.ts';

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof crypto>();
  return { ...original, createHmac: vi.fn<typeof createHmac>(original.createHmac) };
});

const address = { flow: { namespace: 'examples', id: 'hello' }, triggerId: 'pushed' };
const other = { ...address, triggerId: 'other' };
const note = { createdAt: '2026-01-02T03:04:05.678Z', createdBy: 'ada' };
const body = Buffer.from([0x7b, 0x00, 0xff, 0x7d]);

const kept = new Map<string, SealedWebhookKey>();
const store: WebhookKeyStore = {
  read: async ({ triggerId }) => kept.get(triggerId),
  list: async () => kept,
  write: async ({ triggerId }, key) => kept.set(triggerId, key).size > 0,
  remove: async ({ triggerId }) => void kept.delete(triggerId),
};
const keys = new WebhookKeys({ box: new SecretBox('a key'), store });
const now = new Date('2026-01-02T03:04:05.678Z');
const proven = (proof: Partial<WebhookProof>, of = address, by = keys) =>
  by.proven(of, { keys: [], signatures: [], body, ...proof }, now);
const prove = async (...given: Parameters<typeof proven>) => (await proven(...given)) !== undefined;

let key: string;
beforeEach(async () => {
  kept.clear();
  key = (await keys.make(address, note))?.key ?? '';
});

it('accept their own key and its signatures of the bytes', async () => {
  const signature = createHmac('sha256', key).update(body).digest('hex');
  expect(await proven({ keys: [key] })).toMatchObject(note);
  expect(await prove({ signatures: [`sha256=${signature}`] })).toBe(true);
  expect(await prove({ signatures: [`sha256=${signature.toUpperCase()}`] })).toBe(true);
  expect(await prove({ signatures: [signature] })).toBe(false);
  expect(await prove({})).toBe(false);
  expect(await prove({ keys: [key, 'wrong'] })).toBe(false);
  expect(await prove({ keys: ['wrong'], signatures: [`sha256=${signature}`] })).toBe(false);
});

it('sign a body once, however many signatures it comes with', async () => {
  vi.mocked(createHmac).mockClear();
  expect(await prove({ signatures: Array.from({ length: 600 }, () => 'sha256=00') })).toBe(false);
  expect(createHmac).toHaveBeenCalledTimes(1);
});

it('are sealed for one webhook with one key', async () => {
  expect(JSON.stringify([...kept])).not.toContain(key);
  kept.set('other', kept.get('pushed')!);
  expect(await prove({ keys: [key] }, other)).toBe(false);
  expect(await prove({ keys: [key] }, address, new WebhookKeys({ box: new SecretBox('another key'), store }))).toBe(
    false,
  );
});

it('are not created without a key to seal them', async () => {
  const bare = new WebhookKeys({ box: undefined, store });
  await expect(bare.make(other, note)).rejects.toMatchObject({ code: 'key-not-configured' });
  expect(await prove({ keys: [key] }, address, bare)).toBe(false);
});

describe('a delivery signed according to Standard Webhooks', () => {
  const seconds = Math.floor(now.getTime() / 1000);
  const signatureOf = (id: string, timestamp: string, secret = signingSecret(key)) =>
    `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest('base64')}`;
  const deliver = ({ id = 'msg_1', timestamp = String(seconds), signatures = signatureOf(id, timestamp) } = {}) =>
    prove({ signed: { id, timestamp, signatures } });

  it('is verified by ID, time and body together', async () => {
    expect(await deliver()).toBe(true);
    expect(
      await deliver({ signatures: `v1a,abc v1,${'A'.repeat(43)}= ${signatureOf('msg_1', String(seconds))}` }),
    ).toBe(true);
    expect(await deliver({ id: 'msg_2', signatures: signatureOf('msg_1', String(seconds)) })).toBe(false);
    expect(await deliver({ timestamp: String(seconds + 1), signatures: signatureOf('msg_1', String(seconds)) })).toBe(
      false,
    );
    expect(await deliver({ signatures: signatureOf('msg_1', String(seconds), 'whsec_AAAA') })).toBe(false);
    expect(await deliver({ signatures: signatureOf('msg_1', String(seconds)).replace('v1,', 'v2,') })).toBe(false);
    expect(await deliver({ signatures: '' })).toBe(false);
    expect(await deliver({ id: '' })).toBe(false);
  });

  it('is valid for five minutes', async () => {
    for (const offset of [-299, 300]) expect(await deliver({ timestamp: String(seconds + offset) })).toBe(true);
    for (const offset of [-301, 302]) expect(await deliver({ timestamp: String(seconds + offset) })).toBe(false);
    for (const timestamp of ['', 'now', `${seconds}.0`, `+${seconds}`, 'Infinity', '1e9'])
      expect(await deliver({ timestamp })).toBe(false);
  });

  it('must be valid in addition to every other proof', async () => {
    const signed = { id: 'msg_1', timestamp: String(seconds), signatures: signatureOf('msg_1', String(seconds)) };
    expect(await prove({ signed, keys: [key] })).toBe(true);
    expect(await prove({ signed, keys: ['wrong'] })).toBe(false);
    expect(await prove({ signed: { ...signed, id: 'other' }, keys: [key] })).toBe(false);
  });
});

it('do the same work whether or not there is a key', async () => {
  const calls = { read: vi.spyOn(store, 'read'), open: vi.spyOn(SecretBox.prototype, 'open') };
  const wrong = {
    keys: ['wrong'],
    signatures: [`sha256=${'0'.repeat(64)}`],
    signed: { id: 'a', timestamp: '1', signatures: 'v1,x' },
  };
  const workFor = async (of: typeof address) => {
    for (const call of Object.values(calls)) call.mockClear();
    expect(await prove(wrong, of)).toBe(false);
    const results = calls.open.mock.results.map(({ value }) => typeof value);
    return { reads: calls.read.mock.calls.length, opened: results };
  };
  const existing = await workFor(address);
  expect(existing).toEqual({ reads: 1, opened: ['string'] });
  expect(await workFor(other)).toEqual(existing);
  expect(await workFor({ flow: { namespace: 'nowhere', id: 'none' }, triggerId: 'none' })).toEqual(existing);
  vi.restoreAllMocks();
});
