export type Send = (request: Request) => Promise<Response>;

const held = new WeakMap<ReadableStream, readonly unknown[]>();

/**
 * Sends as before, but keeps each request as long as the body of its answer: Node.js 20 forgets that the signal of a
 * request ends the answer once the request itself is collected.
 */
export function holding(send: Send): Send {
  return async (request) => {
    const answer = await send(request);
    if (answer.body !== null) held.set(answer.body, [request, held.get(answer.body)]);
    return answer;
  };
}
