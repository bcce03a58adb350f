/** A server-sent event. */
export interface ServerEvent {
  /** `message` by default. */
  readonly name: string;
  /** Empty if the event has none. */
  readonly id: string;
  readonly data: string;
}

/** Parses a text/event-stream that arrives in arbitrary parts. */
export class ServerEventParser {
  /** Of an event that is not complete. They are joined only at its end, because a line can be megabytes long. */
  #parts: string[] = [];

  /** The events that are complete now. */
  push(part: string): readonly ServerEvent[] {
    const isEnd = part.includes('\n\n') || (part.startsWith('\n') && this.#parts.at(-1)?.endsWith('\n') === true);
    if (part !== '') this.#parts.push(part);
    if (!isEnd) return [];
    const blocks = this.#parts.join('').split('\n\n');
    this.#parts = blocks.slice(-1).filter((rest) => rest !== '');
    return blocks.slice(0, -1).flatMap((block) => parseBlock(block) ?? []);
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  let name = 'message';
  let id = '';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) continue; // a comment that keeps the connection alive
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    else if (field === 'id') id = value;
  }
  return data.length === 0 ? undefined : { name, id, data: data.join('\n') };
}
