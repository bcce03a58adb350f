import type { JenkinsController } from '../../src/engines/controllers/controller.ts';
import { startTestGateway, type TestGatewayOptions } from './gateway.ts';
import { withWorker, type GatewayWithWorker } from './running-gateway.ts';
import type { BuildPlan } from './stand-in-jenkins/build-plan.ts';
import { StandInJenkins, type StandInOptions } from './stand-in-jenkins/stand-in-jenkins.ts';

export type ControllerOptions = Partial<
  Pick<JenkinsController, 'namespaces' | 'workerGroups' | 'fallback' | 'credentials'>
> &
  Pick<JenkinsController, 'isDraining' | 'maxBuilds'> &
  StandInOptions;

/** A gateway with its worker on several stand-ins of Jenkins. */
export interface SeveralControllers<Name extends string> extends GatewayWithWorker {
  readonly jenkins: Readonly<Record<Name, StandInJenkins>>;
  readonly controllers: readonly JenkinsController[];
}

export async function startSeveralControllers<Name extends string>(
  named: Readonly<Record<Name, ControllerOptions>>,
  options: TestGatewayOptions = {},
): Promise<SeveralControllers<Name>> {
  const names = Object.keys(named) as Name[];
  const stands = await Promise.all(names.map(async (name) => [name, await StandInJenkins.start(named[name])] as const));
  const jenkins = Object.fromEntries(stands) as Record<Name, StandInJenkins>; // one of each name
  const controllers = names.map((name) => controllerAt(name, jenkins[name], named[name]));
  const running = withWorker(await startTestGateway({ controllers, ...options }));
  return {
    ...running,
    jenkins,
    controllers,
    stop: async () => {
      await running.stop();
      await Promise.all(stands.map(([, stand]) => stand.stop()));
    },
  };
}

export function controllerAt(
  name: string,
  { url, user, token }: StandInJenkins,
  { namespaces = [], workerGroups = [], credentials = [], fallback, isDraining, maxBuilds }: ControllerOptions = {},
): JenkinsController {
  const limits = {
    ...(fallback !== undefined && { fallback }),
    ...(isDraining !== undefined && { isDraining }),
    ...(maxBuilds !== undefined && { maxBuilds }),
  };
  return { name, url, user, token, folder: 'flows', credentials, namespaces, workerGroups, ...limits };
}

/** A flow whose build follows the plan. @param group its worker group */
export function placedFlow(namespace: string, plan: BuildPlan, { id = 'hello', group = '' } = {}): string {
  const description = JSON.stringify(`stand-in: ${JSON.stringify(plan)}`);
  const place = group === '' ? '' : `worker_group: ${group}\n`;
  return `id: ${id}\nnamespace: ${namespace}\ndescription: ${description}\n${place}tasks:\n  - {id: greet, type: dev.vendor.plugin.core.shell.Shell, commands: ['true']}\n`;
}
