import type { LogRange } from './jenkins-gateway.ts';
import type { WholeReply } from './jenkins-requests.ts';

/** Makes a range of the log from Jenkins' answer to a request for what follows `start`. */
export function logRange(reply: WholeReply, start: number): LogRange {
  const size = Number(reply.header('x-text-size') ?? Number.NaN);
  const more = reply.header('x-more-data') === 'true';
  // A start beyond the end gets the whole log once more.
  if (!(size >= start)) return { text: '', next: start, more, truncated: false };
  if (reply.truncated) return { text: readable(wholeCharacters(reply.bytes)), next: size, more, truncated: true };
  const bytes = more ? withoutOpenReturn(withoutOpenNote(wholeCharacters(reply.bytes))) : reply.bytes;
  // What is held back stands at the very end, so that it has the same length in Jenkins' counting.
  return { text: readable(bytes), next: size - (reply.bytes.length - bytes.length), more, truncated: false };
}

/** Since 2.509 Jenkins sends the notes that it hides in its logs, between these two sequences. */
const noteStart = '\u001b[8mha:';
const noteEnd = '\u001b[0m';
const notes = /\u001b\[8mha:.*?\u001b\[0m/g; // oxlint-disable-line no-control-regex -- the sequence begins with ESC

// Jenkins ends every line with CR LF here, also one that a task ended with CR LF itself: the two cannot be told apart.
function readable(bytes: Buffer): string {
  return bytes.toString('utf8').replace(notes, '').replaceAll('\r\n', '\n');
}

/** Without the beginning of a character at the end. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > length ? bytes.subarray(0, bytes.length - length) : bytes;
    }
  }
  return bytes;
}

/** Without a note that has not come to its end, and without what may be the beginning of one. */
function withoutOpenNote(bytes: Buffer): Buffer {
  const open = bytes.lastIndexOf(noteStart);
  if (open >= 0 && !bytes.includes(noteEnd, open)) return bytes.subarray(0, open);
  for (let length = Math.min(noteStart.length - 1, bytes.length); length > 0; length--) {
    if (bytes.subarray(-length).equals(Buffer.from(noteStart.slice(0, length)))) return bytes.subarray(0, -length);
  }
  return bytes;
}

/** Without a carriage return at the end: with a line feed behind it, it is the end of a line. */
function withoutOpenReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes;
}
