import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

// A pipeline adds listeners to those of the parts of Flowgate that wait for the end of a response.
const moreListeners = 10;

/** Sends a stream as the rest of a response. @throws errors of the stream, and if the client disconnects */
export async function sendStream(stream: Readable, response: Writable): Promise<void> {
  response.setMaxListeners(response.getMaxListeners() + moreListeners);
  await pipeline(stream, response);
}
