import { expect, it } from 'vitest';
import { mailBody } from '../../../src/abilities/notify/bodies/mail-body.ts';
import { slackBody } from '../../../src/abilities/notify/bodies/slack-body.ts';
import { teamsBody } from '../../../src/abilities/notify/bodies/teams-body.ts';
import { noticeText, titleOf, type Notice, type NoticeEntry } from '../../../src/abilities/notify/notice.ts';

const entry: NoticeEntry = {
  on: 'FAILED',
  flow: { namespace: 'web', id: 'deploy' },
  number: 12,
  startedBy: '<!channel> @here *ada*',
  reason: 'Exit status 3 & more <https://evil.example|click> ![x](https://evil.example)',
  failedTask: 'ship',
  lines: ['```', '<b>bold</b> [link](https://evil.example)', '@everyone'],
  url: 'https://flowgate.example/ui/executions/01ARZ',
};
const one: Notice = { id: 'a', entries: [entry], total: 1, counts: [{ flow: entry.flow, on: 'FAILED', count: 1 }] };
const many: Notice = {
  id: 'b',
  entries: Array.from({ length: 5 }, (_, index) => ({ ...entry, number: index, lines: [] })),
  total: 100,
  counts: Array.from({ length: 30 }, (_, index) => ({
    flow: { namespace: 'web', id: `flow-${index}` },
    on: 'FAILED' as const,
    count: 30 - index,
  })),
};

it('a title is a sentence about one execution, or counts many', () => {
  expect(titleOf(one)).toBe('web/deploy #12 failed');
  expect(titleOf(many)).toBe('100 notifications: web/flow-0 failed 30 times, and 29 more');
  expect(noticeText(many)).toContain('- web/flow-19 failed 11 times\n- and 10 more\n');
});

it('Slack reads no markup, link or mention in foreign text', () => {
  const { text, blocks } = slackBody(one) as { text: string; blocks: { text?: { type: string; text: string } }[] };
  expect(text).not.toMatch(/<|>|@(?!\u200b)|\]\(/);
  const markup = blocks.filter((block) => block.text?.type === 'mrkdwn').map((block) => block.text?.text);
  expect(markup).toEqual([':x: *<https://flowgate.example/ui/executions/01ARZ|web/deploy #12>* failed']);
  expect(blocks[2]).toEqual({
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: entry.lines.join('\n') }] }],
  });
});

it('stays below the limits of Slack and Teams', () => {
  const long = { ...entry, reason: 'x'.repeat(600), lines: Array.from({ length: 10 }, () => 'y'.repeat(300)) };
  const flow = { namespace: 'n'.repeat(255), id: 'f'.repeat(255) };
  // Three bytes for each character.
  const large = { ...long, flow, reason: '界'.repeat(600), lines: long.lines.map(() => '界'.repeat(300)) };
  const two = { ...one, entries: [large, large], total: 2 };
  const counts = many.counts.map((count) => ({ ...count, flow }));
  for (const notice of [
    { ...one, entries: [long, long], total: 2 },
    two,
    { ...many, counts, entries: many.entries.map(() => ({ ...large, lines: [] })) },
    many,
  ]) {
    const { text, blocks } = slackBody(notice) as { text: string; blocks: object[] };
    expect(text.length).toBeLessThanOrEqual(4001);
    expect(blocks.length).toBeLessThanOrEqual(50);
    for (const { length } of blocks.map((block) => JSON.stringify(block))) expect(length).toBeLessThan(3200);
    expect(Buffer.byteLength(JSON.stringify(teamsBody(notice)))).toBeLessThan(28_000);
  }
});

it('Teams gets an Adaptive Card whose foreign text is in runs without markup', () => {
  const { type, attachments } = teamsBody(one) as {
    type: string;
    attachments: { contentType: string; content: object }[];
  };
  expect([type, attachments[0]?.contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive']);
  expect(attachments[0]?.content).toMatchObject({
    type: 'AdaptiveCard',
    version: '1.4',
    actions: [{ type: 'Action.OpenUrl', title: 'Open in Flowgate', url: entry.url }],
  });
  expect(JSON.stringify(attachments)).not.toContain('"TextBlock"');
});

it('a mail has one line as its subject, and escapes foreign text', () => {
  const broken = { ...entry, flow: { namespace: 'web', id: 'a\r\nBcc: x@y.example' } };
  const { subject, html } = mailBody({ ...one, entries: [broken] });
  expect(subject).toBe('[Flowgate] web/a Bcc: x@y.example #12 failed');
  expect(html).toContain('&lt;b&gt;bold&lt;/b&gt;');
  expect(html).not.toMatch(/<b>|<!channel>/);
});
