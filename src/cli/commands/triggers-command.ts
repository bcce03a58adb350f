import type { Schema } from '../../api-client/operation-types.ts';
import { flowArgument } from '../declaration/common-arguments.ts';
import { formatOption } from '../declaration/common-options.ts';
import { readTriggers } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printTable } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';

export const triggersCommand = gatewayCommand({
  summary: 'list the schedules and webhooks of a flow',
  description: 'Lists the triggers of a flow: schedules with their next times, webhooks with their paths.',
  arguments: flowArgument,
  options: formatOption,
  exit: { 1: 'the flow was not found, or you may not read it' },
  examples: [{ line: 'flowgate triggers examples/hello', does: 'List the triggers of a flow' }],
  run: async ({ args, options, connection }, terminal) =>
    printTable(await readTriggers(args.FLOW, connection), columns, options, terminal),
});

const columns = {
  TRIGGER: ({ id }: Schema<'Trigger'>) => id,
  TYPE: ({ type }: Schema<'Trigger'>) => type,
  WHEN: ({ type, cron, timezone, path = '' }: Schema<'Trigger'>) =>
    type === 'schedule' ? [cron, timezone].filter((part) => part !== undefined).join(' ') : path,
  STATE: ({ disabled, nextAt, hasKey }: Schema<'Trigger'>) =>
    disabled ? 'disabled' : nextAt !== undefined ? `next ${localTime(nextAt)}` : hasKey === false ? 'no key' : '',
  SECRETS: ({ secrets }: Schema<'Trigger'>) =>
    secrets.map(({ input_id: input, state }) => (state === 'sealed' ? input : `${input} (${state})`)).join(', '),
};
