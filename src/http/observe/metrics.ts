import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { UploadRooms } from '../../store/files/upload-room.ts';
import type { Services } from '../../services/services.ts';
import type { ExecutionService } from '../../services/executions/execution-service.ts';
import { operationOf, type OperationHandlers } from '../operation.ts';

/** What Prometheus can be told of this process and of the executions of the installation. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'operation' | 'status'>;
  readonly #calls: Histogram<'call' | 'outcome'>;

  constructor() {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'flowgate_http_request_duration_seconds',
      help: 'Requests by operation and status',
      labelNames: ['operation', 'status'],
      registers,
    });
    this.#calls = new Histogram({
      name: 'flowgate_jenkins_call_duration_seconds',
      help: 'Calls of Jenkins by outcome: ok, or the kind of the error',
      labelNames: ['call', 'outcome'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    });
  }

  /** For `meteredGateway`. */
  readonly observeCall = (call: string, outcome: string, seconds: number): void =>
    this.#calls.observe({ call, outcome }, seconds);

  /** Measures each request whose operation the contract has recognised. */
  measureRequests(): RequestHandler {
    return (request, response, next) => {
      const start = performance.now();
      const operation = operationOf(request).operationId;
      response.once('close', () =>
        this.#requests.observe({ operation, status: response.statusCode }, (performance.now() - start) / 1000),
      );
      next();
    };
  }

  handlers({ executions, files }: Pick<Services, 'executions' | 'files'>) {
    this.#watch(executions);
    this.#watchUploads(files.rooms);
    return {
      getMetrics: async (_request, response) => {
        const text = await this.#registry.metrics();
        response.type('text/plain').send(text);
      },
    } satisfies Partial<OperationHandlers>;
  }

  /** What is measured at the moment of the question. */
  #watch(executions: ExecutionService): void {
    const states = new Gauge({
      name: 'flowgate_executions',
      help: 'Executions that are kept, by state',
      labelNames: ['state'],
      registers: [],
      collect: async () => {
        for (const [state, count] of Object.entries(await executions.counts())) states.set({ state }, count);
      },
    });
    const depth = new Gauge({
      name: 'flowgate_trigger_queue_depth',
      help: 'Executions that wait for a worker',
      registers: [],
      collect: async () => {
        depth.set(await executions.queueDepth());
      },
    });
    for (const gauge of [states, depth]) this.#registry.registerMetric(gauge);
  }

  #watchUploads(rooms: UploadRooms): void {
    const gauge = (name: string, help: string, read: () => number | Promise<number>) => {
      const made: Gauge = new Gauge({ name, help, registers: [], collect: async () => made.set(await read()) });
      this.#registry.registerMetric(made);
    };
    const { perActor, inAll, reserve } = rooms.limits;
    gauge('flowgate_upload_bytes', 'Bytes of all uploads, those on their way with them', () => rooms.used());
    gauge('flowgate_upload_limit_bytes', 'Bytes that all uploads may have', () => inAll);
    gauge('flowgate_upload_actor_limit_bytes', 'Bytes that the uploads of one user may have', () => perActor);
    gauge(
      'flowgate_upload_disk_free_bytes',
      'Bytes that can still be written to the disk of uploads; NaN while it does not tell',
      () => rooms.free().catch(() => NaN),
    );
    gauge('flowgate_upload_disk_reserve_bytes', 'Bytes of that disk that uploads leave free', () => reserve);
  }
}
