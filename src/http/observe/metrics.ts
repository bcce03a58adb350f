import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { UploadRooms } from '../../store/files/upload-room.ts';
import type { Services } from '../../services/services.ts';
import type { ExecutionService } from '../../services/executions/execution-service.ts';
import { operationOf, type OperationHandlers } from '../operation.ts';

/** Prometheus metrics of this process, and of the executions of the installation. */
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
      help: 'Calls to Jenkins by outcome: ok, or the kind of error',
      labelNames: ['call', 'outcome'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    });
  }

  /** For `meteredGateway`. */
  readonly observeCall = (call: string, outcome: string, seconds: number): void =>
    this.#calls.observe({ call, outcome }, seconds);

  /** Measures each request that was routed to an operation. */
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

  /** Registers gauges that are read on each scrape. */
  #watch(executions: ExecutionService): void {
    const states = new Gauge({
      name: 'flowgate_executions',
      help: 'Stored executions by state',
      labelNames: ['state'],
      registers: [],
      collect: async () => {
        for (const [state, count] of Object.entries(await executions.counts())) states.set({ state }, count);
      },
    });
    const depth = new Gauge({
      name: 'flowgate_trigger_queue_depth',
      help: 'Executions waiting for a worker',
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
    gauge('flowgate_upload_bytes', 'Bytes of all uploads, including uploads in progress', () => rooms.used());
    gauge('flowgate_upload_limit_bytes', 'Maximum bytes of all uploads', () => inAll);
    gauge('flowgate_upload_actor_limit_bytes', 'Maximum bytes of the uploads of one user', () => perActor);
    gauge('flowgate_upload_disk_free_bytes', 'Free bytes on the disk for uploads; NaN if unknown', () =>
      rooms.free().catch(() => NaN),
    );
    gauge('flowgate_upload_disk_reserve_bytes', 'Bytes on the disk that uploads leave free', () => reserve);
  }
}
