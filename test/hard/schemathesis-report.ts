import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A check of schemathesis that an answer failed. */
export interface Problem {
  readonly check: string;
  /** From the contract, `GET /flows`. */
  readonly operation: string;
  /** As a curl command, unless the body is binary. */
  readonly request: string;
  readonly status: number;
  /** The code of the problem; empty if the answer is not a problem. */
  readonly code: string;
  /** The detail of the problem, or the beginning of the answer. */
  readonly detail: string;
  readonly message: string;
}

export interface Problems {
  readonly requests: number;
  readonly problems: readonly Problem[];
  readonly serverErrors: readonly Problem[];
  /** Errors of schemathesis itself. */
  readonly errors: readonly string[];
}

interface Interaction {
  readonly request: {
    readonly method: string;
    readonly uri: string;
    readonly headers: Readonly<Record<string, readonly string[]>> | null;
    readonly body?: Encoded | null;
  };
  readonly response?: { readonly status_code: number; readonly content?: Encoded | null } | null;
}

interface Encoded {
  readonly $base64?: string;
}

interface CheckOutcome {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: { readonly failure?: { readonly message?: string; readonly title?: string } };
}

/** The part of an event that is read here. */
interface Event {
  readonly NonFatalError?: { readonly info?: object; readonly value?: string };
  readonly FatalError?: object;
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly label: string;
      readonly cases: Readonly<
        Record<string, { readonly value?: { readonly path?: string; readonly method?: string } }>
      > | null;
      readonly checks: Readonly<Record<string, readonly CheckOutcome[]>> | null;
      readonly interactions: Readonly<Record<string, Interaction>> | null;
    };
  };
}

/** Reads the NDJSON events of a schemathesis 4 run. */
export async function readProblems(file: string): Promise<Problems> {
  let requests = 0;
  const problems: Problem[] = [];
  const serverErrors: Problem[] = [];
  const errors: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const event = JSON.parse(line) as Event; // in the format of the version pinned by schemathesis.txt
    const error = event.NonFatalError ?? event.FatalError;
    if (error !== undefined) errors.push(JSON.stringify(error).slice(0, 500));
    if (event.ScenarioFinished === undefined) continue;
    const { label, cases, checks, interactions } = event.ScenarioFinished.recorder;
    for (const [id, interaction] of Object.entries(interactions ?? {})) {
      requests++;
      const { method, path } = cases?.[id]?.value ?? {};
      const operation = path === undefined ? label : `${method} ${path}`;
      const found = (check: string, message: string): Problem => ({
        check,
        operation,
        message,
        ...answerOf(interaction),
      });
      if ((interaction.response?.status_code ?? 0) >= 500) serverErrors.push(found('no 5xx', ''));
      for (const { name, status, failure_info: info } of checks?.[id] ?? []) {
        if (status !== 'success') problems.push(found(name, info?.failure?.message ?? info?.failure?.title ?? ''));
      }
    }
  }
  return { requests, problems, serverErrors, errors };
}

function answerOf({ request, response }: Interaction): Pick<Problem, 'request' | 'status' | 'code' | 'detail'> {
  const body = textOf(request.body);
  const headers = Object.entries(request.headers ?? {}).filter(
    ([name]) => !/^(accept|accept-encoding|connection|content-length|user-agent)$/i.test(name),
  );
  const curl = [
    `curl -X ${request.method} '${request.uri}'`,
    ...headers.map(([name, values]) => `-H '${name}: ${values.join(', ')}'`),
    ...(body === '' ? [] : [`--data-binary ${JSON.stringify(body)}`]),
  ];
  const answer = textOf(response?.content);
  const code = /"type":"urn:flowgate:problem:([^"]+)"/.exec(answer)?.[1] ?? '';
  const [, escaped] = /"detail":"((?:[^"\\]|\\.)*)"/.exec(answer) ?? [];
  const detail = escaped === undefined ? answer : String(JSON.parse(`"${escaped}"`));
  return { request: curl.join(' '), status: response?.status_code ?? 0, code, detail: detail.slice(0, 300) };
}

function textOf(encoded: Encoded | null | undefined): string {
  return encoded?.$base64 === undefined ? '' : Buffer.from(encoded.$base64, 'base64').toString('utf8');
}
