import { timeoutSignal } from '../../../base/timers/timers.ts';
import { readContexts } from '../contexts/context-file.ts';
import type { Completion } from '../declaration/option-declaration.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import type { Terminal } from '../terminal.ts';

/** A word that the shell offers. */
export interface Candidate {
  readonly value: string;
  readonly summary: string;
}

/**
 * The names that a word can be, from the contexts, the task types or a server. Nothing is printed and nothing thrown if
 * they cannot be read.
 * @param word what is typed so far
 */
export async function knownNames(
  completion: Completion | undefined,
  word: string,
  server: GatewayOptions,
  terminal: Terminal,
): Promise<readonly Candidate[]> {
  const read = completion === undefined ? undefined : sources[completion];
  if (read === undefined) return [];
  try {
    const names = await read(word, server, terminal);
    // Names from a server must not mean anything to a shell.
    return names.filter(({ value }) => value.startsWith(word) && /^[\w./@-]+$/.test(value));
  } catch {
    return [];
  }
}

type Source = (word: string, server: GatewayOptions, terminal: Terminal) => Promise<readonly Candidate[]>;

const sources: Partial<Record<Completion, Source>> = {
  context: async (_word, _server, terminal) =>
    Object.entries(readContexts(terminal).contexts).map(([value, { url }]) => ({ value, summary: url })),
  type: async (_word, _server, { environment }) => {
    const { loadLanguage } = await import('../flows/load-language.ts');
    const { taskTypes } = await loadLanguage(environment);
    return taskTypes.types.map(({ name, title }) => ({ value: name, summary: title }));
  },
  namespace: async (word, server, terminal) => {
    const flows = await readFlows(word, server, terminal);
    return [...new Set(flows.map(({ namespace }) => namespace))].map((value) => ({ value, summary: 'namespace' }));
  },
  flow: flowNames,
  'flow-or-file': flowNames,
  execution: async (_word, server, terminal) => {
    const { client, options } = await connect(server, terminal);
    const { data } = await client.GET('/executions', { params: { query: { limit: maxNames } }, ...options });
    return (data?.executions ?? []).map(({ id, namespace, flowId, state }) => ({
      value: id,
      summary: `${namespace}/${flowId} ${state}`,
    }));
  },
};

async function flowNames(word: string, server: GatewayOptions, terminal: Terminal): Promise<readonly Candidate[]> {
  const flows = await readFlows(word, server, terminal);
  return flows.map(({ namespace, id, description = '' }) => ({
    value: `${namespace}/${id}`,
    summary: description.split('\n', 1)[0] ?? '',
  }));
}

async function readFlows(word: string, server: GatewayOptions, terminal: Terminal) {
  const { client, options } = await connect(server, terminal);
  const [start = '', id] = word.split('/');
  const q = id ?? start;
  const query = { ...(id !== undefined && { namespace: start }), ...(q !== '' && { q }), limit: maxNames };
  const { data } = await client.GET('/flows', { params: { query }, ...options });
  return data?.flows ?? [];
}

const maxNames = 100;
// A slow server must not block the prompt.
const timeoutMilliseconds = 1_000;

async function connect(server: GatewayOptions, terminal: Terminal) {
  const { openConnection } = await import('../gateway/open-connection.ts');
  const connection = openConnection(server, terminal);
  const options = { fetch: connection.withoutDeadline, signal: timeoutSignal(timeoutMilliseconds) };
  return { client: connection.client, options };
}
