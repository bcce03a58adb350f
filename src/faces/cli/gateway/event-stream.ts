import { createParser } from 'eventsource-parser';

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
  const decoder = new TextDecoder();
  let events: ServerEvent[] = [];
  let lastId = '';
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: ({ event = 'message', data, id = lastId }) => {
      lastId = id;
      events.push({ type: event, data, id });
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new EventTooLarge();
    },
  });
  for await (const piece of body) {
    parser.feed(decoder.decode(piece, { stream: true }));
    yield* events;
    events = [];
  }
}
