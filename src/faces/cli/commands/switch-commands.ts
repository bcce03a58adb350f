import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { Commands } from '../declaration/command-declaration.ts';
import { dryRunOption, flowArgument, formatOption } from '../declaration/common-words.ts';
import { stateLine } from '../executions/execution-text.ts';
import { flowPath } from '../gateway/flow-client.ts';
import { gatewayCommand } from '../gateway/gateway-command.ts';
import { printResult } from '../print-result.ts';
import { localTime } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';

const exit = { 1: 'the flow was not found, its source cannot be edited, or you may not change it' } as const;
const triggerArgument = { ...flowArgument, TRIGGER: { summary: 'the id of a trigger' } } as const;
const scheduleArgument = { ...flowArgument, TRIGGER: { summary: 'the id of a schedule' } } as const;

interface TriggerArguments {
  readonly FLOW: FlowKey;
  readonly TRIGGER: string;
}

const pathOf = ({ FLOW: flow, TRIGGER: trigger }: TriggerArguments) => ({ ...flowPath(flow), trigger_id: trigger });
const nameOf = ({ FLOW: flow, TRIGGER: trigger }: TriggerArguments) => `${flowName(flow)}/${trigger}`;

/** Enable and disable flows. */
export const flowSwitchCommands = {
  enable: gatewayCommand({
    summary: 'enable a flow',
    description: 'Removes `disabled` from the source of a flow, in a new revision. Comments and layout stay.',
    arguments: flowArgument,
    exit,
    examples: { 'flowgate flows enable examples/hello': 'Enable a flow' },
    run: async ({ args: { FLOW: flow }, connection: { client, body } }, terminal) => {
      const call = client.POST('/flows/{namespace}/{flow_id}/enable', { params: { path: flowPath(flow) } });
      printSwitched('enabled', flowName(flow), await body(call, ['revision']), terminal);
    },
  }),

  disable: gatewayCommand({
    summary: 'disable a flow',
    description: 'Adds `disabled: true` to the source of a flow, in a new revision. Comments and layout stay.',
    arguments: flowArgument,
    exit,
    examples: { 'flowgate flows disable examples/hello': 'Disable a flow' },
    run: async ({ args: { FLOW: flow }, connection: { client, body } }, terminal) => {
      const call = client.POST('/flows/{namespace}/{flow_id}/disable', { params: { path: flowPath(flow) } });
      printSwitched('disabled', flowName(flow), await body(call, ['revision']), terminal);
    },
  }),
} satisfies Commands;

/** Enable, disable and start triggers. */
export const triggerActionCommands = {
  enable: gatewayCommand({
    summary: 'enable a trigger',
    description: 'Removes `disabled` from a trigger in the source of its flow, in a new revision.',
    arguments: triggerArgument,
    exit,
    examples: { 'flowgate triggers enable examples/hello nightly': 'Enable a schedule' },
    run: async ({ args, connection: { client, body } }, terminal) => {
      const params = { path: pathOf(args) };
      const call = client.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/enable', { params });
      printSwitched('enabled', nameOf(args), await body(call, ['revision']), terminal);
    },
  }),

  disable: gatewayCommand({
    summary: 'disable a trigger',
    description: 'Adds `disabled: true` to a trigger in the source of its flow, in a new revision.',
    arguments: triggerArgument,
    exit,
    examples: { 'flowgate triggers disable examples/hello nightly': 'Disable a schedule' },
    run: async ({ args, connection: { client, body } }, terminal) => {
      const params = { path: pathOf(args) };
      const call = client.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/disable', { params });
      printSwitched('disabled', nameOf(args), await body(call, ['revision']), terminal);
    },
  }),

  run: gatewayCommand({
    summary: 'run a schedule now',
    description: `
Starts a flow with the inputs of one of its schedules, even if the schedule is disabled or its conditions are false, and
prints the execution.`,
    arguments: scheduleArgument,
    options: formatOption,
    exit: { 1: 'the flow or schedule was not found, or the flow cannot be started' },
    examples: { 'flowgate triggers run examples/hello nightly': 'Do now what the schedule does at night' },
    run: async ({ args, options, connection: { client, body } }, terminal) => {
      const params = { path: pathOf(args) };
      const call = client.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/run', { params });
      const execution = await body(call, ['id', 'state']);
      printResult(execution, [stateLine(execution)], options, terminal);
    },
  }),

  backfill: gatewayCommand({
    summary: 'make up for missed ticks of a schedule',
    description: `
Starts a flow once for each tick of a schedule between two times that has no execution yet, and prints the ticks. It accepts
at most 100 ticks of the last 30 days. If it ends early, the same command starts the rest.`,
    arguments: {
      ...scheduleArgument,
      FROM: { summary: 'the first time, such as 2026-01-02T00:00:00Z' },
      TO: { summary: 'the time before which ticks count; now by default', optional: true },
    },
    options: { ...dryRunOption, ...formatOption },
    exit: { 1: 'a tick was skipped or could not be started, the schedule was not found, or there are too many ticks' },
    examples: {
      'flowgate triggers backfill examples/hello nightly 2026-01-02T00:00:00Z --dry-run':
        'List the ticks that would be started',
    },
    run: async ({ args, options, connection: { client, body } }, terminal) => {
      const { FROM: from, TO: to = new Date().toISOString() } = args;
      const call = client.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/backfill', {
        params: { path: pathOf(args) },
        body: { from, to, dryRun: options['dry-run'] },
      });
      const result = await body(call, ['dryRun', 'ticks']);
      const lines = result.ticks.map(({ at, outcome, execution, reason }) =>
        [localTime(at), outcome, execution?.id, reason].filter((part) => part !== undefined).join('  '),
      );
      printResult(result, lines, options, terminal);
      return result.ticks.some(({ outcome }) => outcome === 'skipped' || outcome === 'failed') ? 1 : 0;
    },
  }),
} satisfies Commands;

function printSwitched(
  verb: 'enabled' | 'disabled',
  name: string,
  { revision }: Pick<Schema<'Flow'>, 'revision'>,
  terminal: Terminal,
): void {
  terminal.stdout.write(`${verb} ${name}, revision ${revision}\n`);
}
