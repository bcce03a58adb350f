import { describe, expect, it } from 'vitest';
import { SecretMask } from '../../../../src/base/masking/secret-mask.ts';
import { headingsBegin } from '../../../../src/engines/jenkins/builds/headed-text.ts';
import { pipelineLines } from '../../../../src/engines/jenkins/builds/pipeline-lines.ts';
import { ShownLog } from '../../../../src/engines/jenkins/builds/shown-log.ts';
import type { LinePicker } from '../../../../src/store/executions/logs/line-picker.ts';

/** The log in chunks of at most `size` characters. */
async function shown(raw: string, size = Infinity, secrets: readonly string[] = []): Promise<string> {
  const log = new ShownLog(new SecretMask(secrets));
  let text = '';
  for (let at = 0; at < raw.length; at += size) text += await log.push(raw.slice(at, at + size));
  return text + (await log.end());
}

const lines = (...texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');
const sizes = [1, 2, 3, 7, 16, 61, 1000, Infinity];

const raw = lines(
  'Started by user ada',
  '[Pipeline] { (hello)',
  '[Pipeline] script',
  '[Pipeline] {',
  '[Pipeline] { (prepare)',
  '[Pipeline] sh',
  'preparing',
  '[Pipeline] }',
  '[Pipeline] { (deploy)',
  '[Pipeline] parallel',
  '[Pipeline] { (Branch: 1)',
  '[Pipeline] { (Branch: 2)',
  '[fg 1] task deploy[eu 1/a]/push',
  '[fg 1] pushing eu',
  '[Pipeline] sh',
  '[fg 2] task deploy[us]/push',
  '[fg 2] pushing us',
  '[fg 1] [Pipeline] }',
  '[fg 1] [Flowgate] task deploy[us]/push',
  '[fg 1] [fg 2] not us',
  '[fg 2] ',
  '[Pipeline] }',
  'ERROR: script returned exit code 1',
  '[fg 2] us again',
  '[fg 3] task deploy[eu 1/a]/sub/inner',
  '[fg 3] inside',
  '[fg 99] no heading',
  '[Pipeline] }',
  '[Pipeline] // parallel',
  '[Pipeline] }',
  '[Pipeline] { (after)',
  '[Pipeline] sh',
  'after it',
  '[Flowgate] flow',
  '[Pipeline] }',
  '[Pipeline] }',
  '[Pipeline] }',
  '[fg 4] task wait[2]/probe',
  '[fg 4] late',
  '[Pipeline] End of Pipeline',
  'ERROR: Task push failed',
  'Finished: FAILURE',
);

const expected = lines(
  ...raw.split('\n').slice(0, 12),
  headingsBegin,
  '[Flowgate] task deploy[eu 1/a]/push',
  'pushing eu',
  '[Pipeline] sh',
  '[Flowgate] task deploy[us]/push',
  'pushing us',
  '[Flowgate] task deploy[eu 1/a]/push',
  ' [Pipeline] }',
  ' [Flowgate] task deploy[us]/push',
  '[fg 2] not us',
  '[Flowgate] task deploy[us]/push',
  '',
  '[Pipeline] }',
  '[Flowgate] flow',
  'ERROR: script returned exit code 1',
  '[Flowgate] task deploy[us]/push',
  'us again',
  '[Flowgate] task deploy[eu 1/a]/sub/inner',
  'inside',
  '[Flowgate] flow',
  '[fg 99] no heading',
  '[Pipeline] }',
  '[Pipeline] // parallel',
  '[Pipeline] }',
  '[Pipeline] { (after)',
  '[Pipeline] sh',
  'after it',
  ' [Flowgate] flow',
  '[Pipeline] }',
  '[Pipeline] }',
  '[Pipeline] }',
  '[Flowgate] task wait[2]/probe',
  'late',
  '[Flowgate] flow',
  '[Pipeline] End of Pipeline',
  'ERROR: Task push failed',
  'Finished: FAILURE',
);

it.each(sizes)('headings replace the marks, in chunks of %d characters', async (size) => {
  expect(await shown(raw, size)).toBe(expected);
});

it.each(sizes)('a log without marks stays as it is, in chunks of %d characters', async (size) => {
  const plain =
    lines('[', '[fg', '[fg 1', '[fg 7] looks marked', '[Flowgate] task x', '\r50%\u001b[0m', '[fgx', '') + '[fg 12';
  expect(await shown(plain, size)).toBe(plain);
});

describe('secrets', () => {
  const secret = 'first secret line\nab\nlast secret line';
  const wrapped = Buffer.from('a long secret, which base64 wraps: '.repeat(4)).toString('base64');
  const halves = [wrapped.slice(0, 76), wrapped.slice(76)] as const;
  const interleaved = lines(
    '[fg 1] task a/b',
    '[fg 2] task a/c',
    '[fg 1] first secret line',
    '[fg 2] ab',
    '[fg 1] ab',
    '[fg 2] x first secret line',
    'first secret line',
    '[fg 1] last secret line',
    `[fg 2] ${halves[0]}`,
    '[fg 1] done',
    `[fg 2] ${halves[1]}`,
    '[fg 3] task a/c',
    '[fg 3] first secret line',
    '[Pipeline] End of Pipeline',
    'Finished: SUCCESS',
  );

  it.each(sizes)('are masked although their lines interleave, in chunks of %d characters', async (size) => {
    const text = await shown(interleaved, size, [secret, 'a long secret, which base64 wraps: '.repeat(4)]);
    expect(text).toBe(await shown(interleaved, Infinity, [secret, 'a long secret, which base64 wraps: '.repeat(4)]));
    expect(text).not.toMatch(/secret line/);
    for (const half of halves) expect(text).not.toContain(half);
    expect(text.match(/^ab$/gm), 'only the line of the other task, which is no secret').toHaveLength(1);
    expect(text.endsWith('[Flowgate] flow\n****\n[Pipeline] End of Pipeline\nFinished: SUCCESS\n')).toBe(true);
  });
});

it('neither chunks nor secrets change which lines belong to a task, in random logs', async () => {
  let state = 7;
  const random = (max: number) => (state = (state * 48_271) % 2_147_483_647) % max;
  for (let round = 0; round < 60; round++) {
    const printed = new Map<string, string[]>();
    const started = new Map<number, string>();
    let text = 'Started\n[Pipeline] { (all)\n[Pipeline] parallel\n';
    for (let line = 0; line < 60; line++) {
      const run = random(6) + 1;
      const path = `all[k ${run % 4}/é]/t`;
      if (!started.has(run)) text += `[fg ${run}] task ${path}\n`;
      started.set(run, path);
      const content = ['x'.repeat(random(9)), '[Pipeline] }', '[Flowgate] flow', `secret${run}`, 'ab'][random(5)]!;
      text += `[fg ${run}] ${content}\n`;
      printed.set(path, [...(printed.get(path) ?? []), content]);
      if (random(4) === 0) text += ['[Pipeline] sh\n', 'ERROR: none\n', '[Pipeline] }\n'][random(3)]!;
    }
    text += '[Pipeline] // parallel\n[Pipeline] }\nFinished: SUCCESS\n';
    const secrets = ['secret1', 'secret2\nab', 'zz\nab\nxx'];
    const whole = await shown(text, Infinity, secrets);
    expect(await shown(text, random(40) + 1, secrets)).toBe(whole);
    expect(whole).not.toMatch(/secret[12]/);
    const plain = await shown(text, random(40) + 1);
    for (const [path, contents] of printed)
      expect(pick(plain, pipelineLines.ofTask(path))).toEqual(
        contents.map((content) => (/^\[(?:Pipeline|Flowgate)\] /.test(content) ? ` ${content}` : content)),
      );
  }
});

function pick(log: string, picker: LinePicker): string[] {
  return log
    .trimEnd()
    .split('\n')
    .filter((line) => picker.take(line));
}

describe('the lines of', () => {
  it.each([
    ['prepare', ['preparing']],
    ['deploy[us]', ['pushing us', '', 'us again']],
    ['deploy[eu 1/a]', ['pushing eu', ' [Pipeline] }', ' [Flowgate] task deploy[us]/push', '[fg 2] not us', 'inside']],
    ['deploy[eu 1/a]/sub', ['inside']],
    ['deploy[eu 1/a]/sub/inner', ['inside']],
    ['after', ['after it', ' [Flowgate] flow']],
    ['wait', ['late']],
    ['deploy[eu', []],
  ])('%s', (path, taken) => {
    expect(pick(expected, pipelineLines.ofTask(path))).toEqual(taken);
  });

  it('a block, with what Jenkins says in it', () => {
    expect(pick(expected, pipelineLines.ofTask('deploy'))).toEqual([
      'pushing eu',
      'pushing us',
      ' [Pipeline] }',
      ' [Flowgate] task deploy[us]/push',
      '[fg 2] not us',
      '',
      'ERROR: script returned exit code 1',
      'us again',
      'inside',
      '[fg 99] no heading',
    ]);
  });

  it('the flow itself, without those of a flow that it calls in a block', () => {
    const own = pick(expected, pipelineLines.ofFlow(['deploy/sub']));
    expect(own).toEqual(expect.arrayContaining(['pushing us', 'preparing', 'us again', 'late', 'after it']));
    expect(own).not.toContain('inside');
    // Jenkins may say there what failed in the called flow.
    expect(own).not.toContain('[fg 99] no heading');
    expect(own.at(-1)).toBe('Finished: FAILURE');
    expect(own).not.toContain('ERROR: Task push failed');
  });

  it('the flow itself around a call in a sequence', () => {
    const log = lines(
      '[Pipeline] { (ship)',
      'before',
      '[Pipeline] { (own)',
      'mine',
      '[Pipeline] }',
      '[Pipeline] { (call)',
      '[Pipeline] { (inner)',
      'theirs',
      '[Pipeline] }',
      'ERROR: Task inner failed',
      '[Pipeline] }',
      'ERROR: Task inner failed',
      '[Pipeline] { (more)',
      'mine too',
      '[Pipeline] }',
      '[Pipeline] }',
      'behind',
    );
    expect(pick(log, pipelineLines.ofFlow(['ship/call'])).filter((line) => !line.startsWith('[Pipeline]'))).toEqual([
      'before',
      'mine',
      'mine too',
      'behind',
    ]);
  });
});
