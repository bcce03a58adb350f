import type { Schema } from '../../api-client/operation-types.ts';
import type { Commands } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/common-words.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printTable } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';

type Lock = Schema<'Lock'>;

const columns = {
  LOCK: ({ name }: Lock) => name,
  HELD: ({ held, permits }: Lock) => `${held} of ${permits}`,
  'HELD UP': ({ heldUp }: Lock) => String(heldUp),
  HOLDER: ({ holders: [holder] }: Lock) =>
    holder === undefined ? '' : `${holder.namespace}/${holder.flowId} ${holder.id}`,
  SINCE: ({ holders: [holder] }: Lock) => (holder === undefined ? '' : localTime(holder.since)),
  NEXT: ({ queue: [next] }: Lock) => (next === undefined ? '' : `${next.namespace}/${next.flowId} ${next.id}`),
};

const none =
  'No lock that you may see is declared or held. The operator of Flowgate declares locks in FLOWGATE_LOCKS.\n';

/** Locks, and the executions that hold them or are held up. */
export const lockCommands = {
  locks: gatewayCommand({
    summary: 'list locks, who holds them and who gets them next',
    description: `
Lists up to 500 locks that flows in your namespaces can use. Each line shows the execution that has held the lock longest,
and the one that gets it next. Executions that you may not read are only counted.`,
    options: {
      ...formatOption,
      name: { value: 'TEXT', summary: 'only locks whose names contain it' },
    },
    examples: {
      'flowgate locks': 'Show what is held, and what is held up',
      'flowgate locks --name db- --format json': 'Print all holders of some locks',
    },
    run: async ({ options: { name, ...options }, connection: { client, body } }, terminal) => {
      const query = { limit: 500, ...(name !== undefined && { name }) };
      const { locks, nextCursor } = await body(client.GET('/locks', { params: { query } }), ['locks']);
      printTable(locks, columns, options, terminal);
      if (locks.length === 0)
        terminal.stderr.write(name === undefined ? none : 'No lock that you may see has a name like this.\n');
      if (nextCursor !== undefined) terminal.stderr.write('There are more locks than shown.\n');
    },
  }),
} satisfies Commands;
