import type { Logger } from 'pino';
import { inSpan } from '../../base/telemetry/tracing.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { BullScheduleWorker } from '../../store/triggers/bull-schedule-worker.ts';
import type { Tick } from '../../store/triggers/schedule.ts';
import type { FlowsApi } from '../flows/open-flows.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import type { RunsApi } from '../runs/open-runs.ts';
import { BackfillService } from './backfill-service.ts';
import { PresetService } from './preset-service.ts';
import { ScheduleService } from './schedule-service.ts';
import { ScheduleStarter } from './schedule-starter.ts';
import { TriggerService } from './trigger-service.ts';
import { WebhookService } from './webhook-service.ts';

/** What starts flows by itself: schedules and webhooks. */
export function openTriggers(
  parts: Parts,
  { flows, scheduleKeeper, runs }: Pick<FlowsApi, 'flows' | 'scheduleKeeper'> & Pick<RunsApi, 'runs'>,
) {
  const { ports, triggers, patterns: runner, space, report, now } = parts;
  const { store } = ports;
  const { skippedTicks: skipped, webhookKeys: keys, sealedValues: sealed } = triggers;
  const starter = new ScheduleStarter({ runs, runner, sealed });
  const schedules = new ScheduleService({ flows, starter, store, skipped, space, now });
  return {
    api: {
      triggers: new TriggerService({ flows, store, skipped, keys, sealed, now }),
      webhooks: new WebhookService({ flows, runs, keys, sealed, runner, now }),
      presets: new PresetService({ flows, store: triggers.presets, now }),
      backfills: new BackfillService({ flows, starter, store, now }),
      schedules,
    },
    work: ({ connection, pace }) => {
      const worker = new BullScheduleWorker({
        connection,
        process: (tick) => processTick(tick, schedules, parts),
        report: (error) => report(error, 'schedule'),
      });
      return {
        rounds: [
          { name: 'keep schedules', everyMilliseconds: pace.keepSchedules, run: () => scheduleKeeper.keepAll() },
        ],
        stop: () => worker.stop(),
      };
    },
  } satisfies Ability;
}

/** Logs a tick that did not start its flow; if the flow failed to start, the list of executions shows that too. */
async function processTick(
  tick: Tick,
  schedules: ScheduleService,
  { logger, tracing }: { readonly logger: Logger } & Pick<Parts, 'tracing'>,
): Promise<void> {
  const { flow, triggerId, at } = tick;
  const span = { name: `schedule ${flowName(flow)}`, attributes: { 'flowgate.trigger.id': triggerId } };
  const outcome = await inSpan(tracing, span, () => schedules.processTick(tick));
  if (outcome === 'started') return;
  logger.warn(
    { flow: flowName(flow), trigger: triggerId, at: at.toISOString(), outcome },
    'schedule tick started no execution',
  );
}
