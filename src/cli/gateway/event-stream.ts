/** An event of a server-sent stream (WHATWG HTML, 9.2). */
export interface ServerEvent {
  /** `message` unless the server says otherwise. */
  readonly type: string;
  readonly data: string;
  /** The id of this event, or of the last event that had one. */
  readonly id: string;
}

/** Thrown for a stream with an event that is larger than any of Flowgate, which sends long lines in parts. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}

/** In UTF-16 units. */
const maxEventLength = 8 * 1024 * 1024;

/** Yields the events of a body as they arrive; drops an incomplete event at the end. @throws {EventTooLarge} */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let type = '';
  let id = '';
  let data: string[] = [];
  let length = 0;
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { type: type || 'message', data: data.join('\n'), id };
      type = '';
      data = [];
      length = 0;
      continue;
    }
    length += line.length + 1;
    if (length > maxEventLength) throw new EventTooLarge();
    const [, field = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
    else if (field === 'id') id = value;
  }
}

async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Of a line that is not complete. They are joined only at its end, because it can be long.
  let parts: string[] = [];
  let length = 0;
  for await (const piece of body) {
    const text = decoder.decode(piece, { stream: true });
    // A carriage return at the end may be half of a line break.
    if (!/[\r\n]/.test(text) && !parts.at(-1)?.endsWith('\r')) {
      parts.push(text);
      length += text.length;
      if (length > maxEventLength) throw new EventTooLarge();
      continue;
    }
    const lines = [...parts, text].join('').split(/\r\n|\n|\r(?!$)/);
    const rest = lines.pop() ?? '';
    parts = [rest];
    length = rest.length;
    yield* lines;
  }
}
