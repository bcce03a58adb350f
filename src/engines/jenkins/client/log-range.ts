import { setImmediate as nextTurn } from 'node:timers/promises';
import { wholeBytes } from '../../../language/execution-plan/log-limits.ts';
import type { LogRange } from './jenkins-gateway.ts';
import type { WholeReply } from './jenkins-requests.ts';

/** Converts Jenkins' reply to a request for the log after `start`. */
export async function logRange(reply: WholeReply, start: number): Promise<LogRange> {
  const size = Number.parseInt(reply.header('x-text-size') ?? '', 10);
  const more = reply.header('x-more-data') === 'true';
  // For an offset beyond the end, Jenkins sends the whole log again.
  if (!(size >= start)) return { text: '', next: start, more, truncated: false };
  if (reply.truncated) return { text: await readable(wholeBytes(reply.bytes)), next: size, more, truncated: true };
  const bytes = more ? withoutOpenReturn(withoutOpenNote(wholeBytes(reply.bytes))) : reply.bytes;
  // Only bytes at the very end are held back, which have the same length in Jenkins' counting.
  return { text: await readable(bytes), next: size - (reply.bytes.length - bytes.length), more, truncated: false };
}

// Other work gets its turn in between: a reply can be a whole log.
const bytesAtOnce = 256 * 1024;

/** Since 2.509 Jenkins sends the hidden notes of its logs between these two sequences. */
const noteStart = '\u001b[8mha:';
const noteEnd = '\u001b[0m';

// Jenkins ends every line with CR LF here, even one that a task ended with CR LF itself: the two are indistinguishable.
async function readable(bytes: Buffer): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = endOfPart(bytes, start);
    parts.push(withoutNotes(bytes.toString('utf8', start, end)).replaceAll('\r\n', '\n'));
    start = end;
    if (start < bytes.length) await nextTurn();
  }
  return parts.join('');
}

/** No note has a line break, and no line break is cut, unless a line is very long. */
function endOfPart(bytes: Buffer, start: number): number {
  const latest = start + 4 * bytesAtOnce;
  const end = bytes.indexOf('\n', start + bytesAtOnce) + 1 || bytes.length;
  if (end <= latest) return end;
  return start + wholeBytes(bytes.subarray(start, latest)).length;
}

/** Removes the notes, in a time that grows with the text alone: what a build prints can look like any part of a note. */
function withoutNotes(text: string): string {
  const parts: string[] = [];
  let [from, end, lineEnd] = [0, -1, -1];
  for (let start = text.indexOf(noteStart); start >= 0; start = text.indexOf(noteStart, Math.max(start + 1, from))) {
    if (end < start) end = text.indexOf(noteEnd, start);
    if (end < 0) break;
    if (lineEnd <= start) lineEnd = text.indexOf('\n', start) + 1 || text.length + 1;
    if (end >= lineEnd) continue;
    parts.push(text.slice(from, start));
    from = end + noteEnd.length;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** Removes an incomplete note, and what may be the beginning of one. */
function withoutOpenNote(bytes: Buffer): Buffer {
  const open = bytes.lastIndexOf(noteStart);
  if (open >= 0 && !bytes.includes(noteEnd, open)) return bytes.subarray(0, open);
  for (let length = Math.min(noteStart.length - 1, bytes.length); length > 0; length--) {
    if (bytes.subarray(-length).equals(Buffer.from(noteStart.slice(0, length)))) return bytes.subarray(0, -length);
  }
  return bytes;
}

/** Removes a carriage return at the end: if a line feed follows, it is part of a line ending. */
function withoutOpenReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes;
}
