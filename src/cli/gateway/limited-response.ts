export interface BodyLimit {
  readonly maxBytes: number;
  /** The error with which a larger body ends. */
  readonly error: () => Error;
}

/** The same response, whose body fails if it is too large, instead of filling the memory of this program. */
export function limitedResponse(response: Response, { maxBytes, error }: BodyLimit): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > maxBytes) controller.error(error());
      else controller.enqueue(piece);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
}
