import type { JsonValue } from '../../../../../src/base/text/json-value.ts';
import type { ResponseBody } from '../../../../../src/faces/api-client/operation-types.ts';
import { unwrap, type ApiProblem } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import type { FormProblems } from './form-values.ts';

/** What a form runs. */
export interface RunTarget {
  readonly namespace: string;
  readonly flowId: string;
  /** The latest one if undefined. */
  readonly revision: number | undefined;
  /** The approval whose form is filled in. */
  readonly task?: string;
  /** The execution that is run again, with its recorded inputs. */
  readonly replay?: { readonly executionId: string; readonly recorded: Readonly<Record<string, unknown>> };
}

export interface RunContent {
  readonly inputs: Readonly<Record<string, JsonValue>>;
  readonly labels: Readonly<Record<string, string>>;
}

/** Validates values at the gateway. @throws {ApiProblem} */
export async function checkValues(
  { namespace, flowId, revision }: RunTarget,
  inputs: RunContent['inputs'],
  signal?: AbortSignal,
): Promise<FormProblems> {
  const call = api.POST('/flows/{namespace}/{flow_id}/validate-inputs', {
    params: { path: { namespace, flow_id: flowId }, query: { revision } },
    body: { inputs },
    signal,
  });
  return byInput((await unwrap(call)).errors);
}

/** Starts the execution, or a replay. @param key makes a repeated request the same execution. @throws {ApiProblem} */
export function startRun(
  { namespace, flowId, revision, replay }: RunTarget,
  { inputs, labels }: RunContent,
  key: string,
): Promise<ResponseBody<'runFlow'>> {
  const header = { 'Idempotency-Key': key };
  return replay === undefined
    ? unwrap(
        api.POST('/flows/{namespace}/{flow_id}/executions', {
          params: { path: { namespace, flow_id: flowId }, header },
          body: { inputs, labels, revision },
        }),
      )
    : unwrap(
        api.POST('/executions/{execution_id}/replay', {
          params: { path: { execution_id: replay.executionId }, header },
          body: { inputs, labels },
        }),
      );
}

/** The messages about values in a problem; empty if it is about something else. */
export function valueProblems({ items }: ApiProblem): FormProblems {
  return byInput(items.flatMap(({ input_id, message }) => (input_id === undefined ? [] : [{ input_id, message }])));
}

function byInput(errors: readonly { readonly input_id: string; readonly message: string }[]): FormProblems {
  const problems = new Map<string, readonly string[]>();
  for (const { input_id: id, message } of errors) problems.set(id, [...(problems.get(id) ?? []), message]);
  return problems;
}
