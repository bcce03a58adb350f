/** One of the `errors` of a problem: of a flow, or of a value. */
export interface ProblemItem {
  readonly message: string;
  /** A JSON Pointer. */
  readonly path?: string;
  /** For a value: the input. */
  readonly input_id?: string;
  readonly code?: string;
  readonly line?: number;
  readonly column?: number;
}

/** An error response of the API (RFC 9457), or no response at all. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** 0 without a response. */
  readonly status: number;
  /** Such as `flow-not-found`; empty without a response. */
  readonly code: string;
  readonly title: string;
  readonly requestId: string | undefined;
  readonly items: readonly ProblemItem[];

  constructor(details: {
    readonly status: number;
    readonly code: string;
    readonly title: string;
    readonly detail: string;
    readonly requestId?: string;
    readonly items?: readonly ProblemItem[];
  }) {
    super(details.detail);
    this.status = details.status;
    this.code = details.code;
    this.title = details.title;
    this.requestId = details.requestId;
    this.items = details.items ?? [];
  }
}

/** The result of a call of the client. */
interface CallResult<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of a successful call. @throws {ApiProblem} */
export async function unwrap<Data>(call: Promise<CallResult<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call.catch(noAnswer);
  // A success without a body has no data, and its callers use none.
  if (response.ok) return data as NonNullable<Data>;
  throw problemOf(response, error);
}

/** The problem in a response whose body was already read. */
export function problemOf(response: Response, body: unknown): ApiProblem {
  const { type, title, detail, errors } = isObject(body) ? body : {};
  return new ApiProblem({
    status: response.status,
    code: typeof type === 'string' ? (type.split(':').at(-1) ?? '') : '',
    title: typeof title === 'string' ? title : `The gateway responded with ${response.status}`,
    detail: typeof detail === 'string' ? detail : response.statusText,
    requestId: response.headers.get('x-request-id') ?? undefined,
    items: Array.isArray(errors) ? errors.filter(isProblemItem) : [],
  });
}

/** Any error as something that can be shown. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new ApiProblem({ status: 0, code: '', title: 'Something went wrong on this page', detail });
}

function noAnswer(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiProblem({
    status: 0,
    code: '',
    title: 'Cannot reach Flowgate',
    detail: 'The gateway did not respond. It may be restarting; otherwise check your connection.',
  });
}

function isProblemItem(value: unknown): value is ProblemItem {
  return isObject(value) && typeof value.message === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
