import { readJson } from '../../../base/text/exact-json.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { ExitStatus } from '../exit-status.ts';
import { withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** Thrown when Flowgate cannot be reached, or the server is not Flowgate. */
export class UnusableGateway extends UsageError {
  /** Whether the connection broke, so that it is unknown whether the request arrived. */
  get isCutOff(): boolean {
    return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(causeOf(this.cause)));
  }

  /** @param error the error of fetch */
  static unreachable(url: string, error: unknown): UnusableGateway {
    const cause = causeOf(error);
    const name = error instanceof Error ? error.name : '';
    const reason = reasons[codeOf(cause)] ?? reasons[name] ?? (cause instanceof Error ? cause.message : String(cause));
    return new UnusableGateway(`cannot reach ${url}: ${reason}.`, { cause: error });
  }
}

/** fetch wraps the actual error. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the server closed the connection',
  UND_ERR_SOCKET: 'the server closed the connection',
  TimeoutError: 'the request timed out after 30 seconds',
};

/** A problem with the value of an input. */
type InputViolation = Schema<'InputValidation'>['errors'][number];

/** Thrown when Flowgate rejects a request; the message is one sentence for the user. */
export class GatewayError extends UsageError {
  readonly status: number;
  /** The error code, listed in docs/reference/api.md; `''` when the response comes from a proxy. */
  readonly code: string;
  /** The problems of the flow in the request. */
  readonly problems: readonly Schema<'Problem'>[];
  /** The problems of the values in the request. */
  readonly violations: readonly InputViolation[];
  /** The latest revision of the flow, if it is the reason. */
  readonly currentRevision?: number;

  private constructor(
    message: string,
    answer: Pick<GatewayError, 'status' | 'code' | 'problems' | 'violations' | 'currentRevision'>,
  ) {
    super(message);
    this.status = answer.status;
    this.code = answer.code;
    this.problems = answer.problems;
    this.violations = answer.violations;
    this.currentRevision = answer.currentRevision;
  }

  /** Whether the content of this request is the reason, so that a different request can succeed. */
  get concernsRequest(): boolean {
    return this.code !== '' && [400, 403, 404, 409, 412, 413, 422].includes(this.status);
  }

  /** The same error, with a sentence about the way out. */
  withAdvice(sentence: string): GatewayError {
    return new GatewayError(`${this.message} ${sentence}`, this);
  }

  static async of(url: string, answer: Response): Promise<GatewayError> {
    const { status } = answer;
    const body = await readProblem(answer);
    const code = typeof body.type === 'string' ? (/^urn:flowgate:problem:(.+)$/.exec(body.type)?.[1] ?? '') : '';
    const detail =
      code !== '' && typeof body.detail === 'string'
        ? body.detail
        : `the server responded with ${status} ${answer.statusText}`.trimEnd();
    return new GatewayError(
      `${prefixes[status] ?? `${url} ${status < 500 ? 'rejected' : 'could not process'} the request: `}${withoutControls(detail)}${advice[status] ?? ''}`,
      {
        status,
        code,
        problems: code === 'flow-invalid' && Array.isArray(body.errors) ? (body.errors as Schema<'Problem'>[]) : [], // as the contract says
        violations: code === 'inputs-invalid' && Array.isArray(body.errors) ? (body.errors as InputViolation[]) : [], // as the contract says
        ...(typeof body.currentRevision === 'number' && { currentRevision: body.currentRevision }),
      },
    );
  }
}

const prefixes: Readonly<Record<number, string>> = {
  401: 'authentication required. ',
  403: 'permission denied. ',
  404: '',
  409: '',
  412: '',
  422: '',
};

const advice: Readonly<Record<number, string>> = {
  401: ' Pass --token, or --user if the server trusts this machine.',
  412: ' Use `flowgate diff` to see the difference, or `flowgate pull` to get the latest revision.',
};

async function readProblem(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await answer
    .text()
    .then(readJson)
    .catch(() => undefined);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}; // each member is checked before use
}

/** Does the work of a command; when Flowgate rejects the content of a request, prints why and returns 1. */
export async function reportingRejection<Result>(
  terminal: Terminal,
  work: () => Promise<Result>,
): Promise<Result | ExitStatus> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.concernsRequest) throw error;
    if (error.violations.length === 0) terminal.stderr.writeMessage(error.message);
    terminal.stderr.writeLines(...error.violations.map(({ input_id: id, message }) => `${id}: ${message}`));
    return 1;
  }
}

/** Does the work for each item, and continues after a rejection. @returns 1 if one was rejected */
export async function forEachReporting<Item>(
  items: readonly Item[],
  terminal: Terminal,
  work: (item: Item) => Promise<void>,
): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  for (const item of items) status = (await reportingRejection(terminal, () => work(item))) ?? status;
  return status;
}
