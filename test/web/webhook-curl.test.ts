import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOf } from '../../web/src/pages/flow/triggers/webhook-curl.ts';

/** The arguments that a shell reads from the command. */
function argumentsOf(command: string, environment: Record<string, string> = {}): readonly string[] {
  const printed = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const output = execFileSync('/bin/sh', ['-c', printed], { env: { ...process.env, ...environment } });
  return output.toString().split('\0').slice(0, -1);
}

const url = 'http://localhost:3000/hooks/examples/hello/pushed';

it('a known key is in the command', () => {
  expect(argumentsOf(curlOf(url, 'k-_1'))).toEqual([
    url,
    '-H',
    'X-Flowgate-Key: k-_1',
    '-H',
    'content-type: application/json',
    '-d',
    '{}',
  ]);
});

it('an unknown key is a variable', () => {
  expect(argumentsOf(curlOf(url, undefined), { KEY: 'k 2' })).toContain('X-Flowgate-Key: k 2');
});

it.each(["a'b", '$(echo x)', '`echo x`', 'a"b', 'a b'])('a shell reads %j as text', (text) => {
  expect(argumentsOf(curlOf(`${url}/${text}`, text))).toEqual(
    expect.arrayContaining([`${url}/${text}`, `X-Flowgate-Key: ${text}`]),
  );
});
