import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { NotifyWord } from '../../language/flow/notify.ts';

/** What people are told, in any form. Everything in it is foreign text: senders must escape it. */
export interface Notice {
  /** The same for each attempt to send it. */
  readonly id: string;
  /** The first few executions, with details if there are no others. */
  readonly entries: readonly NoticeEntry[];
  /** How many there are in all. */
  readonly total: number;
  /** By flow and word, the most urgent ones first, and then the most frequent ones; of all. */
  readonly counts: readonly NoticeCount[];
  /** Set if it tells nothing and was only sent as a test: who asked for it. */
  readonly testedBy?: string;
}

export interface NoticeCount {
  readonly flow: FlowKey;
  readonly on: NotifyWord;
  readonly count: number;
}

export interface NoticeEntry {
  readonly on: NotifyWord;
  readonly flow: FlowKey;
  /** The number of the execution in its flow. */
  readonly number?: number | undefined;
  /** `ada`, `the schedule nightly`. */
  readonly startedBy: string;
  readonly reason?: string | undefined;
  readonly failedTask?: string | undefined;
  /** For LATE: `30m`. */
  readonly after?: string | undefined;
  /** For WAITING: what the execution waits for. */
  readonly waitsFor?: 'an approval' | 'a signal' | undefined;
  /** For WAITING: the question of the approval, or the name of the signal. */
  readonly question?: string | undefined;
  /** The last lines of the log of the failed task, or of the whole log. */
  readonly lines: readonly string[];
  /** Undefined without a public URL. */
  readonly url?: string | undefined;
}

const verbs: Readonly<Record<NotifyWord, string>> = {
  SUCCESS: 'succeeded',
  WARNING: 'ended with a warning',
  FAILED: 'failed',
  KILLED: 'was stopped',
  RECOVERED: 'succeeded again after a failure',
  LATE: 'has not ended in time',
  WAITING: 'waits',
};

/** `web/deploy #12` */
export function nameOf({ flow, number }: Pick<NoticeEntry, 'flow' | 'number'>): string {
  return `${flow.namespace}/${flow.id}${number === undefined ? '' : ` #${number}`}`;
}

/** What it did, after its name: `failed`, `has not ended after 30m`. */
export function verbOf({ on, after, waitsFor }: Pick<NoticeEntry, 'on' | 'after' | 'waitsFor'>): string {
  if (on === 'LATE' && after !== undefined) return `has not ended after ${after}`;
  if (on === 'WAITING' && waitsFor !== undefined) return `waits for ${waitsFor}`;
  return verbs[on];
}

/** `web/deploy #12 failed`, or `12 notifications: web/deploy failed 8 times and 2 more flows`. */
export function titleOf({ entries, total, counts, testedBy }: Notice): string {
  if (testedBy !== undefined) return 'Test message of Flowgate';
  const [entry] = entries;
  if (entry !== undefined && total === 1) return `${nameOf(entry)} ${verbOf(entry)}`;
  const [first, ...others] = counts;
  if (first === undefined) return `${total} notifications`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${total} notifications: ${countText(first)}${more}`;
}

/** `web/deploy failed 8 times` */
function countText({ flow, on, count }: NoticeCount): string {
  const often = count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`;
  return `${nameOf({ flow })} ${verbs[on]}${often}`;
}

/** The facts about an execution as sentences, without its log. */
export function factsOf({ startedBy, failedTask, reason, waitsFor, question }: NoticeEntry): readonly string[] {
  return [
    `Started by ${startedBy}.`,
    ...(question === undefined ? [] : [`${waitsFor === 'a signal' ? 'Signal' : 'Question'}: ${question}`]),
    ...(failedTask === undefined ? [] : [`Failed task: ${failedTask}`]),
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
  ];
}

/** A notice as plain text, for mails and as the fallback of other messages. */
export function noticeText(notice: Notice): string {
  const title = isAboutOne(notice) ? [] : [`${titleOf(notice)}`, ...listOf(notice), ''];
  return [...title, ...notice.entries.map(entryText)].join('\n');
}

const maxCounts = 20;

/** Whether a message is only about one execution, so that its title says everything. */
export function isAboutOne({ entries, total }: Notice): boolean {
  return total === 1 && entries.length === 1;
}

/** What follows the title: the counts as lines, with how many are left out. */
export function listOf({ counts, testedBy }: Notice): readonly string[] {
  if (testedBy !== undefined) return [`${testedBy} has tested whether messages arrive here. They do.`];
  const left = counts.length - maxCounts;
  const lines = counts.slice(0, maxCounts).map((count) => `- ${countText(count)}`);
  return left > 0 ? [...lines, `- and ${left} more`] : lines;
}

function entryText(entry: NoticeEntry): string {
  const log = entry.lines.length === 0 ? [] : ['Last lines of the log:', ...entry.lines.map((line) => `    ${line}`)];
  const link = entry.url === undefined ? [] : [entry.url];
  return [`${nameOf(entry)} ${verbOf(entry)}.`, ...factsOf(entry), ...log, ...link, ''].join('\n');
}
