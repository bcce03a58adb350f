import { setImmediate as nextTurn } from 'node:timers/promises';
import { wholeBytes } from '../../../execution-plan/log-limits.ts';
import type { LogRange } from './jenkins-gateway.ts';
import type { WholeReply } from './jenkins-requests.ts';

/** Converts Jenkins' reply to a request for the log after `start`. */
export async function logRange(reply: WholeReply, start: number): Promise<LogRange> {
  const size = Number(reply.header('x-text-size') ?? Number.NaN);
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
const notes = /\u001b\[8mha:.*?\u001b\[0m/g; // oxlint-disable-line no-control-regex -- the sequence begins with ESC

// Jenkins ends every line with CR LF here, even one that a task ended with CR LF itself: the two are indistinguishable.
async function readable(bytes: Buffer): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length;) {
    // No note has a line break, and no line break is cut.
    const end = bytes.indexOf('\n', start + bytesAtOnce) + 1 || bytes.length;
    parts.push(bytes.toString('utf8', start, end).replace(notes, '').replaceAll('\r\n', '\n'));
    start = end;
    if (start < bytes.length) await nextTurn();
  }
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
