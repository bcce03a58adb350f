import { maskText } from '../../../base/masking/mask-text.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import { namesSecret } from '../../../language/input-types/secret-reference.ts';
import { isFile, isSecret, type Input } from '../../../language/inputs/input.ts';
import type { InputViolation } from '../../../language/inputs/validate-inputs.ts';

/*
 * What an agent may run, in addition to the rights of its token (docs/how-to/let-agents-run-flows.md).
 */

interface Labelled {
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Whether the authors of a flow let agents run it: by the label `mcp: allowed` of the revision that runs, and of the
 * latest one. Otherwise, they could not take it away: an agent would name an earlier revision.
 */
export function isAllowedForAgents(...revisions: readonly Labelled[]): boolean {
  return revisions.every(({ labels }) => labels.mcp === 'allowed');
}

/** @throws {AppError} `not-allowed-for-agents` */
export function requireAllowedForAgents(flow: FlowKey & Labelled): void {
  if (isAllowedForAgents(flow)) return;
  throw new AppError(
    'not-allowed-for-agents',
    `Agents may not run the flow ${flowName(flow)}: the revision that would run, or the latest one, lacks the label "mcp: allowed". Its authors can add it.`,
  );
}

/** The values that agents cannot send: files, and secrets as such. */
export function notForAgents(inputs: readonly Input[], sent: JsonObject): readonly InputViolation[] {
  return [...plainSecrets(inputs, sent), ...sentFiles(inputs, sent)];
}

function sentFiles(inputs: readonly Input[], sent: JsonObject): readonly InputViolation[] {
  return inputs.filter(isFile).flatMap(({ id, defaults }) => {
    const value = (Object.hasOwn(sent, id) ? sent[id] : undefined) ?? null;
    if (value === null || value === defaults) return [];
    const message = 'Agents cannot upload files: leave this input out, or let a person run the flow';
    return [{ inputId: id, message, providedValue: value }];
  });
}

/**
 * The secrets that were sent as such. A model and its provider have seen them, and nobody can take them back; so only
 * references are accepted.
 */
function plainSecrets(inputs: readonly Input[], sent: JsonObject): readonly InputViolation[] {
  const isPlain = ({ id }: Input): boolean => {
    const value = Object.hasOwn(sent, id) ? sent[id] : undefined;
    return value !== undefined && value !== null && !(typeof value === 'string' && namesSecret(value));
  };
  return inputs
    .filter((input) => isSecret(input) && isPlain(input))
    .map(({ id }) => ({
      inputId: id,
      message:
        'Agents may pass a secret only by reference, such as file:<name> or credential:<id>; the value that was sent is not stored',
      providedValue: maskText,
    }));
}
