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
  #rest = '';

  /** The events that are complete now. */
  push(part: string): readonly ServerEvent[] {
    const blocks = (this.#rest + part).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => parseBlock(block) ?? []);
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
