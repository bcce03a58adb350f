import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readReceiverFile } from '../../src/abilities/notify/read-receiver-file.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/how-to/send-notifications.md'), 'utf8');
const blocks = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);
const secrets: Readonly<Record<string, string>> = {
  '/run/secrets/audit': `whsec_${'A'.repeat(44)}`,
  '/run/secrets/github': 'ghp_token',
  '/run/secrets/mail': 'password',
};
const readSecret = (path: string) => secrets[path] ?? 'https://hooks.example/services/1';

it.each(blocks.filter((text) => /^(receivers|commit_status):/m.test(text) && !/^id:/m.test(text)))(
  'a file of receivers in the guide is valid: %s',
  (text) => {
    expect(readReceiverFile(text, readSecret).problems).toEqual([]);
  },
);

it('the guide shows a file of receivers, and a forge', () => {
  expect(blocks.join('\n')).toMatch(/^receivers:/m);
  expect(blocks.join('\n')).toMatch(/^commit_status:\n {2}- namespaces/m);
});
