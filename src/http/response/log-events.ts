import type { LogChunk } from '../../services/executions/log-reading.ts';

/** The lines of a log as plain text; the last line of a log gets a line feed too. */
export function logText(chunk: LogChunk): Buffer {
  return Buffer.concat(chunk.texts.map(({ bytes }) => bytes));
}

/** One server-sent event per line, whose id is the offset after the line. */
export function lineEvents({ texts }: LogChunk): Buffer {
  const events: string[] = [];
  for (const { start, bytes } of texts) {
    const text = bytes.toString();
    const isWide = text.length !== bytes.length;
    const lines = text.split('\n');
    // The text after the last line feed is a partial line, or empty.
    const rest = lines.pop() ?? '';
    let next = start;
    for (const line of lines) {
      next += (isWide ? bytesOf(line) : line.length) + 1;
      events.push(`id: ${next}\ndata: ${dataOf(line)}\n\n`);
    }
    if (rest !== '') events.push(`id: ${start + bytes.length}\ndata: ${dataOf(rest)}\n\n`);
  }
  return Buffer.from(events.join(''));
}

/** One server-sent event with all lines as a JSON string, whose id is the offset after them. */
export function chunkEvent(chunk: LogChunk): Buffer {
  return Buffer.from(`id: ${chunk.end}\ndata: ${JSON.stringify(logText(chunk).toString())}\n\n`);
}

function bytesOf(line: string): number {
  return Buffer.byteLength(line);
}

/** A carriage return ends a line of an event, as a line feed does. */
function dataOf(line: string): string {
  return line.includes('\r') ? line.replaceAll('\r', '\ndata: ') : line;
}
