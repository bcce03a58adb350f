import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  spawnStandInJenkins,
  type StandInProcess,
} from '../../test/support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import type { StandInOptions } from '../../test/support/stand-in-jenkins/stand-in-jenkins.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { startGateway, type Environment, type Program } from './program.ts';
import { SupervisedGateway } from './supervised-gateway.ts';

/** The settings of a gateway that runs flows on the stand-in. */
export function onStandIn({ url, user, token }: Pick<StandInProcess, 'url' | 'user' | 'token'>): Environment {
  // Agents of the stand-in download nothing.
  return { JENKINS_URL: url, JENKINS_USER: user, JENKINS_TOKEN: token, FLOWGATE_PUBLIC_URL: 'http://127.0.0.1:9' };
}

export interface StandInSettings {
  readonly environment?: Environment;
  readonly jenkins?: StandInOptions;
}

/** The entries of stand-ins in the file of controllers: what follows URL and account, as YAML: `namespaces: [web]`. */
export type ControllerEntries<Name extends string> = Readonly<Record<Name, string>>;

/** Runs work with a gateway that has its own data and Redis, and removes them afterwards. */
export function withGateway<Result>(
  environment: Environment,
  work: (gateway: Program) => Promise<Result>,
): Promise<Result> {
  return inTemporaryFolder(async (folder) => {
    const gateway = await startGateway({ FLOWGATE_DATA: folder, ...environment });
    return work(gateway).finally(() => gateway.stop());
  });
}

/** The same with a gateway that runs flows on a stand-in of Jenkins in a process of its own. */
export function withGatewayOnStandIn(
  settings: StandInSettings,
  work: (gateway: Program) => Promise<void>,
): Promise<void> {
  return onOwnJenkins(settings, (environment) => withGateway(environment, work));
}

/** The same on several stand-ins, each the controller with its name. */
export function withGatewayOnControllers<Name extends string>(
  entries: ControllerEntries<Name>,
  { environment, jenkins: options }: StandInSettings,
  work: (gateway: Program, controllers: Readonly<Record<Name, StandInProcess>>) => Promise<void>,
): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const names = Object.keys(entries) as Name[];
    const started = await Promise.all(names.map(async (name) => [name, await spawnStandInJenkins(options)] as const));
    const controllers = Object.fromEntries(started) as Record<Name, StandInProcess>; // one of each name
    const lines = started.map(([name, { url, user, token }]) => {
      const more = entries[name] === '' ? '' : `, ${entries[name]}`;
      return `  ${name}: {url: "${url}", user: ${user}, token: ${token}${more}}\n`;
    });
    const file = join(folder, 'controllers.yaml');
    writeFileSync(file, `controllers:\n${lines.join('')}`);
    const settings = { FLOWGATE_CONTROLLERS: file, FLOWGATE_PUBLIC_URL: 'http://127.0.0.1:9' };
    try {
      await withGateway({ ...settings, ...environment }, (gateway) => work(gateway, controllers));
    } finally {
      for (const [, { stop }] of started) stop();
    }
  });
}

/** The same with a gateway that is restarted when it exits. */
export function withSupervisedGateway(
  settings: StandInSettings,
  work: (gateway: SupervisedGateway) => Promise<void>,
): Promise<void> {
  return onOwnJenkins(settings, (environment) =>
    inTemporaryFolder(async (folder) => {
      const gateway = await SupervisedGateway.start({ FLOWGATE_DATA: folder, ...environment });
      await work(gateway).finally(() => gateway.stop());
    }),
  );
}

async function onOwnJenkins(
  { environment, jenkins: options }: StandInSettings,
  work: (environment: Environment) => Promise<void>,
): Promise<void> {
  const jenkins = await spawnStandInJenkins(options);
  try {
    await work({ ...onStandIn(jenkins), ...environment });
  } finally {
    jenkins.stop();
  }
}
