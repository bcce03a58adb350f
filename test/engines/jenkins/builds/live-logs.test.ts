import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { LiveLogs } from '../../../../src/engines/jenkins/builds/live-logs.ts';
import { CallBudget } from '../../../../src/engines/jenkins/call-budget.ts';
import type { LogRange } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import type { ExecutionState } from '../../../../src/lifecycle/execution-state.ts';
import { SecretVault } from '../../../../src/store/executions/secret-vault.ts';
import { SecretBox } from '../../../../src/store/secrets/secret-box.ts';

const build = { job: { namespace: 'examples', id: 'hello' }, number: 1 };

/** A log in Jenkins with these chunks, for an execution with the secret `hunter22`. */
function logOf(pieces: readonly string[], state: ExecutionState = 'RUNNING') {
  const asked: number[] = [];
  const log = async (_build: unknown, start: number): Promise<LogRange> => {
    asked.push(start);
    return { text: pieces[start] ?? '', next: start + 1, more: start + 1 < pieces.length, truncated: false };
  };
  const sealed: Record<string, string> = {};
  const store = { secrets: async () => sealed, read: async () => ({ state }) as never }; // the vault reads only the state
  const vault = new SecretVault({ box: new SecretBox('a key of the tests'), store });
  Object.assign(sealed, vault.seal('x', new Map([['token', 'hunter22']])));
  const noted: string[] = [];
  const noteTime = async (id: string, offset: number, at: Date | undefined) =>
    void noted.push(`${id} ${offset} ${at === undefined ? 'not known' : 'now'}`);
  const live = new LiveLogs({
    gateway: { log },
    vault,
    calls: new CallBudget({ perSecond: 1e6 }),
    logs: { noteTime },
  });
  return { live, asked, noted };
}

async function whole(live: LiveLogs): Promise<string> {
  let text = Buffer.alloc(0);
  for (;;) {
    const { bytes, isComplete } = await live.behind({ id: 'x' }, build, text.length);
    text = Buffer.concat([text, bytes]);
    if (isComplete) return text.toString();
  }
}

describe('a live log', () => {
  it('is read once for all followers', async () => {
    const { live, asked } = logOf(['one\n', 'zwölf\n', 'three\n']);
    expect(await Promise.all([whole(live), whole(live), whole(live)])).toEqual(
      Array.from({ length: 3 }, () => 'one\nzwölf\nthree\n'),
    );
    expect(asked).toEqual([0, 1, 2]);
  });

  it('hides secrets that arrive in chunks', async () => {
    expect(await whole(logOf(['a hunt', 'er22 b\n']).live)).toBe('a **** b\n');
  });

  it('notes when lines arrive that were not there at first', async () => {
    const { live, noted } = logOf(['old\n', 'two\n', 'three\n']);
    await live.behind({ id: 'x', earlierLogBytes: 100 }, build, 0);
    await whole(live);
    expect(noted).toEqual(['x 104 now', 'x 108 now', 'x 114 not known']);
  });

  it('leaves no listeners on the signal of a long-running follower', async () => {
    const { live } = logOf(['one\n', 'two\n', 'three\n']);
    const { signal } = new AbortController();
    for (let offset = 0; offset < 14;) offset += (await live.behind({ id: 'x' }, build, offset, signal)).bytes.length;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('shows nothing once the secrets to hide are deleted', async () => {
    const { live, asked } = logOf(['a hunter22'], 'SUCCESS');
    expect(await whole(live)).toBe('');
    expect(asked).toEqual([]);
  });
});
