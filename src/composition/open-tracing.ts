import type { Logger } from 'pino';
import type { Configuration } from '../base/config/configuration.ts';
import { packageVersion } from '../base/config/package-root.ts';
import { messageOf } from '../base/problem/message-of.ts';
import { readTraceparent } from '../base/telemetry/trace-context.ts';
import type { Tracing } from '../base/telemetry/tracing.ts';
import type { ObserveCall } from '../engines/engine.ts';
import type { ExecutionObserver } from '../store/executions/execution-life.ts';
import { executionSpan } from '../store/executions/execution-spans.ts';

export interface OpenTracing {
  readonly tracing: Tracing;
  /** Exports the remaining spans. */
  stop(): Promise<void>;
}

/**
 * Loads OpenTelemetry if tracing is on; it takes a third of a second and 25 MB.
 * @returns undefined if it is off, or OpenTelemetry could not be loaded
 */
export async function openTracing(
  { isTraced, role }: Pick<Configuration, 'isTraced' | 'role'>,
  logger: Logger,
): Promise<OpenTracing | undefined> {
  if (!isTraced) return undefined;
  try {
    const { OtelTracing } = await import('../base/telemetry/otel-tracing.ts');
    const warn = (reason: string): void => logger.warn({ reason }, 'spans could not be exported');
    const tracing = new OtelTracing({ version: packageVersion(), role, warn });
    return { tracing, stop: () => tracing.stop() };
  } catch (error) {
    logger.warn({ reason: messageOf(error) }, 'OpenTelemetry could not be loaded; tracing is disabled');
    return undefined;
  }
}

/** Records the spans of executions when they have ended. */
export function spanRecorder(tracing: Tracing): ExecutionObserver {
  return {
    began: () => undefined,
    ended: (record) => tracing.add(executionSpan(record), readTraceparent(record.traceparent)),
  };
}

/** Records calls to Jenkins that belong to a span. Other calls poll, and would be too many. */
export function callRecorder(tracing: Tracing): ObserveCall {
  return (call, outcome, seconds) => {
    if (tracing.current() === undefined) return;
    const end = new Date();
    tracing.add({
      name: `Jenkins ${call}`,
      kind: 'client',
      start: new Date(end.getTime() - seconds * 1000),
      end,
      attributes: { 'flowgate.jenkins.outcome': outcome, 'error.type': outcome === 'ok' ? undefined : outcome },
      ...(outcome !== 'ok' && { status: { kind: 'error', message: outcome } }),
    });
  };
}
