import type { ServerResponse } from 'node:http';

/** Whether a response whose headers are set sends events for as long as its client listens. */
export function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}
