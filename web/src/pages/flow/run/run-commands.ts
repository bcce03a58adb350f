import { writeJson } from '../../../../../src/base/text/exact-json.ts';
import type { JsonValue } from '../../../../../src/base/text/json-value.ts';
import type { FormInput } from './form-input.ts';
import { requestValues, type FormValues } from './form-values.ts';

export interface RunCommand {
  readonly namespace: string;
  readonly flowId: string;
  /** The URL of the gateway, including its base path. */
  readonly server: string;
  /** The name that the user chose, on the gateway's machine. */
  readonly user?: string;
  /** Whether the gateway asks for a bearer token; the commands read it from FLOWGATE_TOKEN. */
  readonly needsToken?: boolean;
  readonly inputs: readonly FormInput[];
  readonly values: FormValues;
  readonly labels: Readonly<Record<string, string>>;
  readonly revision?: number;
}

/** A curl command that runs the flow. It has a mark such as `<API_KEY>` for each secret. */
export function curlCommand(command: RunCommand): string {
  const { namespace, flowId, server, user, needsToken = false, inputs, labels, revision } = command;
  const { shown, secrets, files } = partsOf(command);
  const body = {
    inputs: { ...shown, ...Object.fromEntries(secrets.map((id) => [id, `<${variable(id)}>`])) },
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(revision !== undefined && { revision }),
  };
  const url = `${server}/flows/${namespace}/${flowId}/executions`;
  const isForm = files.length > 0 && inputs.every(({ id }) => !(id in body));
  const lines = [
    `curl -X POST ${shellWord(url)}`,
    ...(user === undefined ? [] : [`-H ${shellWord(`x-oidc-sub: ${user}`)}`]),
    ...(needsToken ? ['-H "Authorization: Bearer $FLOWGATE_TOKEN"'] : []),
    ...(isForm
      ? [
          ...Object.entries(body).map(([name, value]) => `-F ${shellWord(`${name}=${writeJson(value)}`)}`),
          ...files.map(({ id, filename }) => `-F ${shellWord(`${id}=@${filename}`)}`),
        ]
      : [`-H 'Content-Type: application/json'`, `-d ${shellWord(writeJson(body))}`]),
  ];
  return lines.join(' \\\n  ');
}

/** A command of Flowgate's command line that runs the flow and follows it. Secrets come from the environment. */
export function cliCommand(command: RunCommand): string {
  const { namespace, flowId, server, user, labels, revision } = command;
  const { shown, secrets, files } = partsOf(command);
  const lines = [
    `flowgate run ${namespace}/${flowId}`,
    `--server ${shellWord(server)}`,
    ...(user === undefined ? [] : [`--user ${shellWord(user)}`]),
    ...Object.entries(shown).map(([id, value]) => `--input ${shellWord(`${id}=${textOf(value)}`)}`),
    ...secrets.map((id) => `--input-env ${shellWord(`${id}=${variable(id)}`)}`),
    ...files.map(({ id, filename }) => `--file ${shellWord(`${id}=${filename}`)}`),
    ...Object.entries(labels).map(([name, value]) => `--label ${shellWord(`${name}=${value}`)}`),
    ...(revision === undefined ? [] : [`--revision ${revision}`]),
    '--follow',
  ];
  return lines.join(' \\\n  ');
}

interface CommandParts {
  readonly shown: Readonly<Record<string, JsonValue>>;
  /** The ids of secrets that are given or required. */
  readonly secrets: readonly string[];
  readonly files: readonly { readonly id: string; readonly filename: string }[];
}

function partsOf({ inputs, values }: RunCommand): CommandParts {
  const plain = inputs.filter(({ type }) => type !== 'SECRET' && type !== 'FILE');
  const isGiven = (id: string) => (values.get(id) ?? { kind: 'unset' }).kind !== 'unset';
  return {
    shown: requestValues(plain, values, 'check').inputs,
    secrets: inputs
      .filter(({ id, type, isRequired }) => type === 'SECRET' && (isRequired || isGiven(id)))
      .map(({ id }) => id),
    files: inputs.flatMap(({ id, type }) => {
      const field = values.get(id);
      return type === 'FILE' && field?.kind === 'file' ? [{ id, filename: field.filename }] : [];
    }),
  };
}

function variable(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase();
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : writeJson(value);
}

/** A string as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
