import { pino } from 'pino';
import request, { type Response } from 'supertest';
import { startWorking } from '../../src/open-executions.ts';
import type { JsonObject } from '../../src/problem/json-value.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';
import { StandInJenkins, type StandInOptions } from './stand-in-jenkins.ts';
import type { BuildPlan } from './stand-in-jenkins-plan.ts';

/** A gateway that runs flows on a stand-in of Jenkins, all in this process. */
export interface RunningGateway {
  readonly gateway: TestGateway;
  readonly jenkins: StandInJenkins;
  /** Stores a flow as a first or further revision. */
  store(flow: string): Promise<void>;
  /** Asks for an execution of `examples/<flow>`. */
  run(body?: JsonObject, options?: { readonly flow?: string; readonly key?: string }): Promise<Response>;
  read(id: string): Promise<Response['body']>;
  /** Reads the execution until it is as it should be. */
  until(id: string, state: string | ((execution: Response['body']) => boolean)): Promise<Response['body']>;
  stop(): Promise<void>;
}

export async function startRunningGateway(options: StandInOptions = {}): Promise<RunningGateway> {
  const jenkins = await StandInJenkins.start(options);
  const configuration = { url: jenkins.url, user: jenkins.user, token: jenkins.token, folder: 'flows', credentials: ['examples/shared-token'] };
  const gateway = await startTestGateway({ jenkins: configuration });
  const logger = pino({ level: 'info' }, { write: (line: string) => gateway.log.push(line) });
  const stopWorking = startWorking({ role: 'all', retentionDays: 0, dataFolder: '', jenkins: configuration }, { ports: gateway.ports, planner: gateway.services.planner, keeper: gateway.services.scheduleKeeper, ticks: gateway.services.schedules, address: { socketPath: gateway.redis.server.socketPath }, logger });
  const read = async (id: string) => (await request(gateway.app).get(`/executions/${id}`).expect(200)).body;
  return {
    gateway,
    jenkins,
    read,
    store: async (flow) => {
      const send = (call: request.Test) => call.set('x-oidc-sub', 'ada').set('Content-Type', 'application/x-yaml').send(flow);
      const answer = await send(request(gateway.app).post('/flows'));
      if (answer.status === 409) await send(request(gateway.app).put(`/flows/examples/${/^id: (.*)$/m.exec(flow)?.[1]}`)).expect(200);
    },
    run: (body = {}, { flow = 'hello', key } = {}) => {
      const call = request(gateway.app).post(`/flows/examples/${flow}/executions`).set('x-oidc-sub', 'ada');
      return key === undefined ? call.send(body) : call.set('Idempotency-Key', key).send(body);
    },
    until: async (id, wanted) => {
      for (;;) {
        const execution = await read(id);
        if (typeof wanted === 'string' ? execution.state === wanted : wanted(execution)) return execution;
        const isOver = ['SUCCESS', 'WARNING', 'FAILED', 'KILLED'].includes(execution.state);
        if (isOver) throw new Error(`The execution ended as ${execution.state}: ${execution.reason}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    stop: async () => {
      await stopWorking();
      await gateway.stop();
      await jenkins.stop();
    },
  };
}

/** A flow whose build does what the plan says. */
export function plannedFlow(plan: BuildPlan, { id = 'hello', more = '' }: { readonly id?: string; readonly more?: string } = {}): string {
  const description = `stand-in: ${JSON.stringify(plan)}`;
  return `id: ${id}\nnamespace: examples\ndescription: ${JSON.stringify(description)}\n${more}tasks:\n  - {id: greet, type: dev.vendor.plugin.core.shell.Shell, commands: ['true']}\n`;
}
