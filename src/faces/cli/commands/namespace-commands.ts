import type { ResponseBody } from '../../api-client/operation-types.ts';
import type { Commands } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/common-words.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printTable } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';

type Namespace = ResponseBody<'listNamespaces'>['namespaces'][number];

const columns = {
  NAMESPACE: ({ namespace }: Namespace) => namespace,
  FLOWS: ({ flows }: Namespace) => String(flows),
  REPOSITORY: ({ owner }: Namespace) => owner?.repository ?? '',
  COMMIT: ({ owner }: Namespace) => owner?.commit.slice(0, 12) ?? '',
  APPLIED: ({ owner }: Namespace) => (owner === undefined ? '' : localTime(owner.claimedAt)),
  URL: ({ owner }: Namespace) => owner?.url ?? '',
};

/** Namespaces, and the repositories that own them. */
export const namespaceCommands = {
  namespaces: {
    summary: 'list namespaces, and release those that a repository owns',
    description: `
Works with namespaces. \`flowgate apply --owner\` makes a repository the owner of the namespaces it applies: others can then
run their flows, but not change them.`,
    commands: {
      list: gatewayCommand({
        summary: 'list namespaces and their owners',
        description: 'Lists the namespaces that you may read and that have flows or an owner.',
        options: formatOption,
        examples: { 'flowgate namespaces list': 'Show which repository owns which namespace' },
        run: async ({ options, connection: { client, body } }, terminal) => {
          const { namespaces, truncated } = await body(client.GET('/namespaces'), ['namespaces']);
          printTable(namespaces, columns, options, terminal);
          if (truncated === true) terminal.stderr.write('There are more namespaces than shown.\n');
        },
      }),

      release: gatewayCommand({
        summary: 'release a namespace from its repository',
        description: `
Ends the ownership of a namespace, so that everyone with the right can change its flows. The next \`flowgate apply --owner\`
makes its repository the owner again.`,
        arguments: { NAMESPACE: { summary: 'a namespace', completion: 'namespace' } },
        exit: { 1: 'the namespace has no owner, or you may not change it' },
        examples: { 'flowgate namespaces release robotics': 'Let everyone change the flows again' },
        run: async ({ args: { NAMESPACE: namespace }, connection: { client } }, { stdout }) => {
          await client.DELETE('/namespaces/{namespace}/owner', { params: { path: { namespace } } });
          stdout.write(`released ${namespace}\n`);
        },
      }),
    },
  },
} satisfies Commands;
