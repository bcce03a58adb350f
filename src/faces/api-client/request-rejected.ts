import type { Schema } from './operation-types.ts';

/** Thrown when Flowgate rejects a request. */
export class RequestRejected extends Error {
  readonly status: number;
  /** The error code, such as `inputs-invalid`; empty if a proxy answered. */
  readonly code: string;
  /** The RFC 9457 problem, which can have more members, such as `errors` for invalid values. */
  readonly problem: Partial<Schema<'ProblemDetails'>>;

  /** @param body of the response */
  constructor(status: number, body: unknown) {
    const problem = typeof body === 'object' && body !== null ? (body as Partial<Schema<'ProblemDetails'>>) : {}; // as the contract says
    super(problem.detail ?? `The server responded with ${status}.`);
    this.name = 'RequestRejected';
    this.status = status;
    this.code = /^urn:flowgate:problem:(.+)$/.exec(problem.type ?? '')?.[1] ?? '';
    this.problem = problem;
  }
}
