import autocannon from 'autocannon';

/** A kind of request that is sent many times. */
export interface Request {
  readonly path: string;
  readonly contentType: string;
  /** The body of the n-th request. */
  body(n: number): string;
}

const connections = 4;

/** Sends `amount` requests over a few connections. @throws {Error} if a request fails */
export async function sendRequests(url: string, request: Request, amount: number, firstNumber: number): Promise<void> {
  let next = firstNumber;
  const result = await autocannon({
    url,
    amount,
    connections,
    requests: [
      {
        method: 'POST',
        path: request.path,
        headers: { 'content-type': request.contentType },
        setupRequest: (prepared) => ({ ...prepared, body: request.body(next++) }),
      },
    ],
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} of ${amount} requests to ${url}${request.path} failed`);
}
