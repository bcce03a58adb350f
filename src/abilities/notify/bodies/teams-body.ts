import { shortened } from '../../../base/problem/describe-value.ts';
import type { JsonObject, JsonValue } from '../../../base/text/json-value.ts';
import { factsOf, isAboutOne, listOf, nameOf, titleOf, verbOf, type Notice, type NoticeEntry } from '../notice.ts';

const maxText = 3000;
// Teams rejects messages of more than 28 KB.
const maxBytes = 27_000;

/**
 * A message for the trigger "When a Teams webhook request is received" of Workflows: an Adaptive Card
 * (https://adaptivecards.io). Foreign text is in text runs, which have no markup.
 */
export function teamsBody(notice: Notice): JsonObject {
  const body = messageOf(notice);
  const isSmall = notice.entries.length === 0 || Buffer.byteLength(JSON.stringify(body)) <= maxBytes;
  return isSmall ? body : teamsBody({ ...notice, entries: fewer(notice.entries) });
}

/** Fewer entries: without logs, or else without the last entry. */
function fewer(entries: readonly NoticeEntry[]): readonly NoticeEntry[] {
  const hasLog = entries.some(({ lines }) => lines.length > 0);
  return hasLog ? entries.map((entry) => ({ ...entry, lines: [] })) : entries.slice(0, -1);
}

function messageOf(notice: Notice): JsonObject {
  const isOne = isAboutOne(notice);
  const body: JsonValue[] = isOne
    ? []
    : [text(titleOf(notice), { weight: 'Bolder', size: 'Medium' }), ...listOf(notice).map((line) => text(line))];
  for (const entry of notice.entries) body.push(...entryElements(entry, isOne));
  const actions = notice.entries.flatMap((entry) =>
    entry.url === undefined
      ? []
      : [{ type: 'Action.OpenUrl', title: isOne ? 'Open in Flowgate' : `Open ${nameOf(entry)}`, url: entry.url }],
  );
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body,
    ...(actions.length > 0 && { actions }),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

const colours: Readonly<Record<NoticeEntry['on'], string>> = {
  SUCCESS: 'Good',
  WARNING: 'Warning',
  FAILED: 'Attention',
  KILLED: 'Warning',
  RECOVERED: 'Good',
  LATE: 'Warning',
  WAITING: 'Accent',
};

function entryElements(entry: NoticeEntry, isOne: boolean): readonly JsonValue[] {
  const title = `${nameOf(entry)} ${verbOf(entry)}`;
  const style = { weight: 'Bolder', color: colours[entry.on], ...(isOne && { size: 'Medium' }) };
  const facts = factsOf(entry).map((fact) => text(fact));
  const log = entry.lines.map((line) => text(line, { fontType: 'Monospace', size: 'Small' }));
  const container = { type: 'Container', style: 'emphasis', items: log };
  return [text(title, style), ...facts, ...(log.length === 0 ? [] : [container])];
}

/** A text without Markdown: a `TextBlock` would read it. */
function text(content: string, style: JsonObject = {}): JsonObject {
  const run = { type: 'TextRun', text: shortened(content === '' ? ' ' : content, maxText), ...style };
  return { type: 'RichTextBlock', inlines: [run], spacing: 'Small' };
}
