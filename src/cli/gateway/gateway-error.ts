import type { Schema } from '../../contract/operation-types.ts';
import { UsageError, type ExitStatus, type Terminal } from '../command.ts';
import { withoutControls } from '../terminal-text.ts';

/** Thrown when there is no Flowgate to talk to. */
export class UnusableGateway extends UsageError {
  /** Whether a connection broke, so that nobody knows whether the request arrived. */
  get isCutOff(): boolean {
    return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(causeOf(this.cause)));
  }

  /** @param error what fetch threw */
  static unreachable(url: string, error: unknown): UnusableGateway {
    const cause = causeOf(error);
    const name = error instanceof Error ? error.name : '';
    const reason = reasons[codeOf(cause)] ?? reasons[name] ?? (cause instanceof Error ? cause.message : String(cause));
    return new UnusableGateway(`cannot reach ${url}: ${reason}.`, { cause: error });
  }
}

/** fetch hides the reason behind an error of its own. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its host name cannot be looked up',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  TimeoutError: 'it did not answer within 30 seconds',
};

/** What is wrong with the value of an input. */
type InputViolation = Schema<'InputValidation'>['errors'][number];

/** Thrown when Flowgate rejects a request; the message is a sentence for the caller. */
export class GatewayError extends UsageError {
  readonly status: number;
  /** The code of the rejection, as docs/reference/api.md lists them; `''` when something before Flowgate rejects. */
  readonly code: string;
  /** What is wrong with the flow that was sent. */
  readonly problems: readonly Schema<'Problem'>[];
  /** What is wrong with the values that were sent. */
  readonly violations: readonly InputViolation[];
  /** The latest revision of the flow, where it is the reason. */
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

  /** Whether another request might fare better, as it was about what this one asked for. */
  get concernsRequest(): boolean {
    return this.code !== '' && [400, 403, 404, 409, 412, 413, 422].includes(this.status);
  }

  static async of(url: string, answer: Response): Promise<GatewayError> {
    const { status } = answer;
    const body = await readProblem(answer);
    const code = typeof body.type === 'string' ? (/^urn:flowgate:problem:(.+)$/.exec(body.type)?.[1] ?? '') : '';
    const detail =
      code !== '' && typeof body.detail === 'string'
        ? body.detail
        : `it answered ${status} ${answer.statusText}`.trimEnd();
    return new GatewayError(
      `${prefixes[status] ?? `${url} rejects: `}${withoutControls(detail)}${advice[status] ?? ''}`,
      {
        status,
        code,
        problems: code === 'flow-invalid' && Array.isArray(body.errors) ? (body.errors as Schema<'Problem'>[]) : [], // as the contract says
        violations: code === 'inputs-invalid' && Array.isArray(body.errors) ? (body.errors as InputViolation[]) : [], // too
        ...(typeof body.currentRevision === 'number' && { currentRevision: body.currentRevision }),
      },
    );
  }
}

const prefixes: Readonly<Record<number, string>> = {
  401: 'the server must know who asks. ',
  403: 'not permitted. ',
  404: '',
  409: '',
  412: '',
  422: '',
};

const advice: Readonly<Record<number, string>> = {
  401: ' Give --user where a proxy is believed, or --token.',
  412: ' `flowgate diff` shows the difference, `flowgate pull` gets it.',
};

async function readProblem(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await answer.json().catch(() => undefined);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}; // read member by member
}

/**
 * Prints why Flowgate rejected a request: for values what is wrong with each, a line for each.
 * @param error thrown again unless it is a rejection of the request itself @returns 1
 */
export function reportRejection(error: unknown, { stderr }: Terminal): ExitStatus {
  if (!(error instanceof GatewayError) || !error.concernsRequest) throw error;
  const { violations, message } = error;
  if (violations.length === 0) stderr.write(`flowgate: ${message}\n`);
  for (const { input_id: id, message: problem } of violations)
    stderr.write(`${withoutControls(`${id}: ${problem}`)}\n`);
  return 1;
}
