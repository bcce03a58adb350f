/**
 * A `fetch` that makes no attempt for a while after one that failed, and repeats its error: what everyone can cause
 * must not become a request to another host each time. An answer other than 200 is a failure too.
 * @param milliseconds since the failure
 */
export function pauseAfterFailure<Given extends readonly unknown[]>(
  send: (...given: Given) => Promise<Response>,
  milliseconds: number,
  now: () => number = () => performance.now(),
): (...given: Given) => Promise<Response> {
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  return async (...given) => {
    if (failure !== undefined && now() < failure.until) throw failure.error;
    try {
      const response = await send(...given);
      if (response.status !== 200) throw new Error(`the answer has the status ${response.status}`);
      failure = undefined;
      return response;
    } catch (error) {
      failure = { error, until: now() + milliseconds };
      throw error;
    }
  };
}
