import { createHmac } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { SecretBox } from '../../src/secret/secret-box.ts';
import { WebhookKeys, type SealedWebhookKey, type WebhookKeyStore } from '../../src/trigger/webhook-keys.ts';

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
const keys = new WebhookKeys(new SecretBox('a key'), store);
const prove = (proof: { readonly keys?: readonly string[]; readonly signatures?: readonly string[] }, of = address, by = keys) => by.proves(of, { keys: [], signatures: [], body, ...proof });

let key: string;
beforeEach(async () => {
  key = (await keys.make(address, note)) ?? '';
});

it('know their own key and its signatures of the bytes', async () => {
  const signature = createHmac('sha256', key).update(body).digest('hex');
  expect(await prove({ keys: [key] })).toBe(true);
  expect(await prove({ signatures: [`sha256=${signature}`] })).toBe(true);
  expect(await prove({ signatures: [`sha256=${signature.toUpperCase()}`] })).toBe(true);
  expect(await prove({ signatures: [signature] })).toBe(false);
  expect(await prove({})).toBe(false);
  expect(await prove({ keys: [key, 'wrong'] })).toBe(false);
  expect(await prove({ keys: ['wrong'], signatures: [`sha256=${signature}`] })).toBe(false);
});

it('are sealed for one webhook by one key', async () => {
  expect(JSON.stringify([...kept])).not.toContain(key);
  kept.set('other', kept.get('pushed')!);
  expect(await prove({ keys: [key] }, other)).toBe(false);
  expect(await prove({ keys: [key] }, address, new WebhookKeys(new SecretBox('another key'), store))).toBe(false);
});

it('are not made where nothing would seal them', async () => {
  const bare = new WebhookKeys(undefined, store);
  await expect(bare.make(other, note)).rejects.toMatchObject({ code: 'key-not-configured' });
  expect(await prove({ keys: [key] }, address, bare)).toBe(false);
});
