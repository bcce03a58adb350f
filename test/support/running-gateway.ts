import { setTimeout as sleep } from 'node:timers/promises';
import request, { type Response } from 'supertest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { startWorking } from '../../src/composition/start-working.ts';
import type { JenkinsGatewayOptions } from '../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import { isFinal } from '../../src/lifecycle/execution-state.ts';
import { fastPace } from './fast-pace.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway.ts';
import type { BuildPlan } from './stand-in-jenkins/build-plan.ts';
import { StandInJenkins, type StandInOptions } from './stand-in-jenkins/stand-in-jenkins.ts';

/** A gateway that runs flows, with its worker, all in this process. */
export interface GatewayWithWorker {
  readonly gateway: TestGateway;
  /** Stores the first or the next revision of a flow. */
  store(flow: string): Promise<void>;
  /** Runs a flow, by default `hello` of `examples`. */
  run(body?: JsonObject, options?: RunOptions): Promise<Response>;
  read(id: string): Promise<Response['body']>;
  /** Reads the execution until it matches. */
  until(id: string, state: string | ((execution: Response['body']) => boolean)): Promise<Response['body']>;
  stop(): Promise<void>;
}

interface RunOptions {
  readonly flow?: string;
  readonly namespace?: string;
  /** The idempotency key. */
  readonly key?: string;
}

/** A gateway that runs them on a stand-in of Jenkins. */
export interface RunningGateway extends GatewayWithWorker {
  readonly jenkins: StandInJenkins;
}

export type GatewayOptions = Pick<
  TestGatewayOptions,
  | 'archive'
  | 'taskSettings'
  | 'publicUrl'
  | 'eventReceivers'
  | 'receivers'
  | 'locks'
  | 'space'
  | 'maxPending'
  | 'artifactBytes'
  | 'console'
  | 'signIn'
  | 'identity'
  | 'basePath'
  | 'secrets'
  | 'hasOwnRedis'
  | 'delivery'
  | 'executors'
>;

export type JenkinsUnderTest = Omit<JenkinsGatewayOptions, 'folder'> & { readonly folder?: string };

export async function startRunningGateway(
  options: StandInOptions & Pick<JenkinsGatewayOptions, 'idleTimeout'> & GatewayOptions = {},
): Promise<RunningGateway> {
  const jenkins = await StandInJenkins.start(options);
  const running = await startGatewayOn(
    { url: jenkins.url, user: jenkins.user, token: jenkins.token, idleTimeout: options.idleTimeout },
    {
      publicUrl: options.publicUrl,
      space: options.space,
      maxPending: options.maxPending,
      hasOwnRedis: options.hasOwnRedis,
      ...(options.locks !== undefined && { locks: options.locks }),
      ...(options.secrets !== undefined && { secrets: options.secrets }),
      ...(options.identity !== undefined && { identity: options.identity }),
    },
  );
  const stop = async () => {
    await running.stop();
    await jenkins.stop();
  };
  return { ...running, jenkins, stop };
}

/** @param address of a Jenkins; the jobs are in the folder `flows` by default */
export async function startGatewayOn(
  address: JenkinsUnderTest,
  options: GatewayOptions = {},
): Promise<GatewayWithWorker> {
  const configuration = { folder: 'flows', credentials: ['examples/shared-token'], ...address };
  return withWorker(await startTestGateway({ jenkins: configuration, ...options }));
}

/** A gateway that runs flows on this machine. */
export async function startLocalGateway(options: GatewayOptions = {}): Promise<GatewayWithWorker> {
  return withWorker(await startTestGateway({ engineName: 'local', ...options }));
}

export function withWorker(gateway: TestGateway): GatewayWithWorker {
  const { parts, abilities, ports } = gateway;
  const address = { socketPath: gateway.redis.server.socketPath };
  const stopWorking = startWorking({ ...parts, abilities, pace: fastPace, address });
  const read = async (id: string) => (await request(gateway.app).get(`/executions/${id}`).expect(200)).body;
  return {
    gateway,
    read,
    store: async (flow) => {
      const send = (call: request.Test) =>
        call.set('x-oidc-sub', 'ada').set('Content-Type', 'application/x-yaml').send(flow);
      const answer = await send(request(gateway.app).post('/flows'));
      const named = (property: string) => new RegExp(`^${property}: (.*)$`, 'm').exec(flow)?.[1];
      if (answer.status === 409)
        await send(request(gateway.app).put(`/flows/${named('namespace')}/${named('id')}`)).expect(200);
      else if (answer.status !== 201) throw new Error(answer.text);
    },
    run: (body = {}, { flow = 'hello', namespace = 'examples', key } = {}) => {
      const call = request(gateway.app).post(`/flows/${namespace}/${flow}/executions`).set('x-oidc-sub', 'ada');
      return key === undefined ? call.send(body) : call.set('Idempotency-Key', key).send(body);
    },
    until: async (id, goal) => {
      // To look at the record takes a tenth of a request. What it does not contain is looked at now and then.
      for (let [look, known] = [0, '']; ; look++) {
        const record = JSON.stringify((await ports.store.read(id).catch(() => undefined)) ?? 'none');
        if (record !== known || look % 10 === 0) {
          known = record;
          const execution = await read(id);
          if (typeof goal === 'string' ? execution.state === goal : goal(execution)) return execution;
          if (isFinal(execution.state))
            throw new Error(`The execution ended as ${execution.state}: ${execution.reason}`);
        }
        await sleep(10);
      }
    },
    stop: async () => {
      await stopWorking();
      await gateway.stop();
    },
  };
}

/** A flow whose build follows the plan. */
export function plannedFlow(
  plan: BuildPlan,
  {
    id = 'hello',
    namespace = 'examples',
    more = '',
  }: { readonly id?: string; readonly namespace?: string; readonly more?: string } = {},
): string {
  const description = `stand-in: ${JSON.stringify(plan)}`;
  return `id: ${id}\nnamespace: ${namespace}\ndescription: ${JSON.stringify(description)}\n${more}tasks:\n  - {id: greet, type: dev.vendor.plugin.core.shell.Shell, commands: ['true']}\n`;
}
