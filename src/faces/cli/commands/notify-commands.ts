import type { Schema } from '../../api-client/operation-types.ts';
import type { Commands } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/common-words.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { printTable } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';
import { UsageError } from '../terminal.ts';

type Receiver = NonNullable<Schema<'System'>['receivers']>[number];

const columns = {
  RECEIVER: ({ name }: Receiver) => name,
  NAMESPACES: ({ namespaces }: Receiver) => namespaces.join(','),
  SENT: ({ sent }: Receiver) => String(sent),
  PENDING: ({ pending }: Receiver) => String(pending),
  'GIVEN UP': ({ failed }: Receiver) => String(failed),
  NEXT: ({ nextAttemptAt }: Receiver) => (nextAttemptAt === undefined ? '' : localTime(nextAttemptAt)),
  'LAST FAILURE': ({ lastFailure }: Receiver) =>
    lastFailure === undefined ? '' : `${localTime(lastFailure.at)} ${lastFailure.reason}`,
};

/** Receivers of notifications. */
export const notifyCommands = {
  notify: {
    summary: 'list and test the receivers of notifications',
    description: 'The operator of the server declares the receivers that flows name in `notify`.',
    commands: {
      list: gatewayCommand({
        summary: 'list receivers, and how deliveries to them go',
        description: 'Lists the receivers of the namespaces that you may read.',
        options: formatOption,
        examples: { 'flowgate notify list': 'Show what was sent, and what is pending' },
        run: async ({ options, connection }, terminal) =>
          printTable(await receiversOf(connection), columns, options, terminal),
      }),

      test: gatewayCommand({
        summary: 'send a test message to a receiver',
        description: `
Sends a message, and prints whether the receiver took it. You need the right to write in the namespace. Each receiver can be
tested every 10 seconds.`,
        arguments: { RECEIVER: { summary: 'the name of a receiver, such as slack:web' } },
        options: {
          namespace: {
            value: 'NAMESPACE',
            completion: 'namespace',
            summary: 'a namespace whose flows can notify it; by default the first of its namespaces',
          },
        },
        exit: { 1: 'the receiver did not take the message, or you may not test it' },
        examples: { 'flowgate notify test slack:web': 'Check that messages arrive' },
        run: async ({ args: { RECEIVER: receiver }, options, connection }, { stdout, stderr }) => {
          const { client, body } = connection;
          const namespace = options.namespace ?? (await namespaceOf(receiver, connection));
          const path = { namespace, receiver };
          const { delivered, reason = '' } = await body(
            client.POST('/namespaces/{namespace}/receivers/{receiver}/test', { params: { path } }),
            ['delivered'],
          );
          if (delivered) stdout.write(`${receiver} took the test message\n`);
          else stderr.write(`${receiver} did not take the test message: ${reason}\n`);
          return delivered ? 0 : 1;
        },
      }),
    },
  },
} satisfies Commands;

async function receiversOf({ client, body }: GatewayConnection): Promise<readonly Receiver[]> {
  return (await body(client.GET('/system'), ['status'])).receivers ?? [];
}

/** A namespace whose flows can notify it. @throws {UsageError} if there is no such receiver */
async function namespaceOf(receiver: string, connection: GatewayConnection): Promise<string> {
  const known = await receiversOf(connection);
  const pattern = known.find(({ name }) => name === receiver)?.namespaces[0];
  if (pattern !== undefined) return pattern.replace('*', 'any');
  const names = known.length === 0 ? 'you see none' : `you see ${known.map(({ name }) => name).join(', ')}`;
  throw new UsageError(`there is no receiver ${JSON.stringify(receiver)}; ${names}`);
}
