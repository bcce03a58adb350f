import { shortened } from '../../../base/problem/describe-value.ts';
import type { JsonObject, JsonValue } from '../../../base/text/json-value.ts';
import {
  factsOf,
  isAboutOne,
  listOf,
  nameOf,
  noticeText,
  titleOf,
  verbOf,
  type Notice,
  type NoticeEntry,
} from '../notice.ts';

// The limits of a text object and of a message, in characters (docs.slack.dev, "Blocks" and "chat.postMessage").
const maxSection = 3000;
const maxText = 4000;

/**
 * A message of Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. Foreign text is
 * plain text, so that it makes no link and mentions nobody; only names of flows are in markup.
 */
export function slackBody(notice: Notice): JsonObject {
  const isOne = isAboutOne(notice);
  const blocks: JsonValue[] = isOne
    ? []
    : [markup(`*${escaped(titleOf(notice))}*`), plain(listOf(notice).join('\n'))].filter(isFilled);
  for (const entry of notice.entries) blocks.push(...entryBlocks(entry, isOne));
  // Shown in notifications of the desktop, and by chats that know no blocks.
  return { text: shortened(escaped(withoutMarkup(noticeText(notice))), maxText), unfurl_links: false, blocks };
}

function entryBlocks(entry: NoticeEntry, isOne: boolean): readonly JsonValue[] {
  const name = escaped(nameOf(entry));
  const linked = entry.url === undefined ? `*${name}*` : `*<${escaped(entry.url)}|${name}>*`;
  const facts = plain(factsOf(entry).join('\n'));
  const log = entry.lines.length === 0 ? [] : [preformatted(entry.lines.join('\n'))];
  return [markup(`${isOne ? `${signs[entry.on]} ` : ''}${linked} ${escaped(verbOf(entry))}`), facts, ...log];
}

const signs: Readonly<Record<NoticeEntry['on'], string>> = {
  SUCCESS: ':white_check_mark:',
  WARNING: ':warning:',
  FAILED: ':x:',
  KILLED: ':black_square_for_stop:',
  RECOVERED: ':white_check_mark:',
  LATE: ':hourglass_flowing_sand:',
  WAITING: ':raised_hand:',
};

function markup(text: string): JsonObject {
  return { type: 'section', text: { type: 'mrkdwn', text: shortened(text, maxSection - 1), verbatim: true } };
}

/** Slack does not read markup in it. */
function plain(text: string): JsonObject {
  return { type: 'section', text: { type: 'plain_text', text: shortened(text, maxSection - 1), emoji: false } };
}

function preformatted(text: string): JsonObject {
  const elements = [{ type: 'text', text: shortened(text, maxSection - 1) }];
  return { type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements }] };
}

function isFilled(block: JsonObject): boolean {
  const { text } = block.text as { readonly text: string }; // of `markup` and `plain`
  return text !== '';
}

/** The characters that control markup: https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Chats that are compatible with Slack read mentions in plain text, and links and images with another text in Markdown. */
function withoutMarkup(text: string): string {
  return text.replaceAll(/@|\](?=[([:])/g, '$&\u200b');
}
