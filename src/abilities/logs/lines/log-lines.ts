import type { LinePicker } from '../../../store/executions/logs/line-picker.ts';
import { isContinuation } from './log-bytes.ts';
import { pickLines } from './pick-lines.ts';

/** Adjacent bytes of a log: whole lines, each with its line feed, or a part of a line without one. */
export interface LogText {
  /** Their offset in the log. */
  readonly start: number;
  readonly bytes: Buffer;
}

/** How far a reader of a log has come. */
export interface LogPosition {
  /** Where the next bytes are. */
  readonly offset: number;
  /** The bytes before: the beginning of a line whose end has not arrived. */
  readonly begun: Buffer;
  /** Whether parts of that line came before it, and whether they were picked. */
  readonly cut?: { readonly isPicked: boolean };
  /** Takes the lines from here on; undefined for all. */
  readonly picker: LinePicker | undefined;
}

/** What some bytes of a log contain. */
export interface TakenLines {
  readonly texts: readonly LogText[];
  readonly next: LogPosition;
}

/** Max bytes of a line. Each reader of a log holds one in memory, and a script can print megabytes without a break. */
export const maxLineBytes = 256 * 1024;
const lineFeed = 0x0a;
const noBytes = Buffer.alloc(0);

export function firstPosition(offset: number, picker: LinePicker | undefined): LogPosition {
  return { offset, begun: noBytes, picker };
}

/**
 * Takes the lines that end in the next bytes of a log, so that no character is cut. A longer line than `maxLineBytes`
 * comes in parts.
 * @param bytes at most `maxLineBytes`
 * @param isEnd whether nothing follows, so that a line may end without a line feed
 */
export function takeLines(position: LogPosition, bytes: Buffer, isEnd: boolean): TakenLines {
  const all = position.begun.length === 0 ? bytes : Buffer.concat([position.begun, bytes]);
  const first = position.offset - position.begun.length;
  const picker = position.picker?.copy();
  const texts: LogText[] = [];
  const add = (start: number, end: number) => texts.push({ start: first + start, bytes: all.subarray(start, end) });
  let { cut } = position;
  let at = 0;
  for (;;) {
    const feed = all.indexOf(lineFeed, at);
    const end = feed === -1 ? all.length : feed;
    if (end - at > maxLineBytes) {
      const partEnd = at + wholeCharacters(all.subarray(at, at + maxLineBytes));
      cut ??= { isPicked: picker?.take(all.toString('utf8', at, partEnd)) ?? true };
      if (cut.isPicked) add(at, partEnd);
      at = partEnd;
      continue;
    }
    if (cut === undefined || (feed === -1 && !isEnd)) break;
    const next = Math.min(end + 1, all.length);
    if (cut.isPicked && next > at) add(at, next);
    at = next;
    cut = undefined;
    break;
  }
  const last = isEnd ? all.length : all.lastIndexOf(lineFeed) + 1;
  if (cut === undefined && last > at) {
    for (const { start, end } of pickLines(all.subarray(at, last), picker)) add(at + start, at + end);
    at = last;
  }
  // A copy, so that a short rest does not keep the whole chunk in memory.
  const begun = Buffer.from(all.subarray(at));
  return { texts, next: { offset: position.offset + bytes.length, begun, picker, ...(cut !== undefined && { cut }) } };
}

/** The length of the bytes without their last character, which may have only begun; all for bytes that are not UTF-8. */
function wholeCharacters(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > bytes.length - 5; at--) if (!isContinuation(bytes[at] ?? 0)) return at;
  return bytes.length;
}
