const held = new WeakMap<ReadableStream, readonly unknown[]>();

/**
 * Sends a request, and keeps it as long as the body of its answer: Node.js 20 forgets that its signal ends the answer
 * once the request itself is collected.
 */
export async function holding(request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  const answer = await send(request);
  if (answer.body !== null) held.set(answer.body, [request, held.get(answer.body)]);
  return answer;
}
