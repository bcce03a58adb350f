import { feedsIn } from '../../../abilities/logs/lines/feeds-in.ts';
import type { LogChunk } from '../../../abilities/logs/lines/log-reading.ts';
import { timedLines } from '../../../abilities/logs/lines/timed-lines.ts';

/** The lines of a log as plain text. */
export function logText(chunk: LogChunk): Buffer {
  return Buffer.concat(chunk.texts.map(({ bytes }) => bytes));
}

/** The lines as plain text, each after its time. @param isLineStart whether the chunk begins with a line, not in one */
export function timedText({ texts, times = [] }: LogChunk, isLineStart: boolean): Buffer {
  let isStart = isLineStart;
  const timed = timedLines(texts, times).map(({ bytes, at }) => {
    const text = bytes.toString();
    const before = isStart ? timePrefix(at) : '';
    isStart = text.endsWith('\n');
    return before + text.replaceAll(/\n(?=.)/gs, `\n${timePrefix(at)}`);
  });
  return Buffer.from(timed.join(''));
}

/** One server-sent event per line, whose id is the offset after the line. */
export function lineEvents({ texts, times }: LogChunk): Buffer {
  const events: string[] = [];
  for (const { start, bytes, at } of timedLines(texts, times ?? [])) {
    const before = times === undefined ? '' : timePrefix(at);
    const text = bytes.toString();
    const isWide = text.length !== bytes.length;
    const lines = text.split('\n');
    // The text after the last line feed is a partial line, or empty.
    const rest = lines.pop() ?? '';
    let next = start;
    for (const line of lines) {
      next += (isWide ? bytesOf(line) : line.length) + 1;
      events.push(`id: ${next}\ndata: ${dataOf(before + line)}\n\n`);
    }
    if (rest !== '') events.push(`id: ${start + bytes.length}\ndata: ${dataOf(before + rest)}\n\n`);
  }
  return Buffer.from(events.join(''));
}

/** One server-sent event with all lines as JSON, whose id is the offset after them. */
export function chunkEvent(chunk: LogChunk): Buffer {
  const text = logText(chunk).toString();
  const data = chunk.times === undefined ? text : { text, times: timesIn(chunk) };
  return Buffer.from(`id: ${chunk.end}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** The lines of a chunk, counted from 0, from which on another time holds; null if it is not known. */
function timesIn({ texts, times = [] }: LogChunk): readonly { readonly line: number; readonly at: Date | null }[] {
  let line = 0;
  return timedLines(texts, times).map(({ bytes, at = null }) => {
    const first = { line, at };
    line += feedsIn(bytes);
    return first;
  });
}

/** Seconds, because the lines of a second share its time. */
function timePrefix(at: Date | undefined): string {
  return at === undefined ? '- ' : `${at.toISOString().slice(0, -5)}Z `;
}

function bytesOf(line: string): number {
  return Buffer.byteLength(line);
}

/** A carriage return ends a line of an event, as a line feed does. */
function dataOf(line: string): string {
  return line.includes('\r') ? line.replaceAll('\r', '\ndata: ') : line;
}
