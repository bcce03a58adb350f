import { spawnStandInJenkins, type StandInProcess } from '../../support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import type { StandInOptions } from '../../support/stand-in-jenkins/stand-in-jenkins.ts';
import { startGatewayProcess, type Environment, type GatewayProcess } from './gateway-process.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { SupervisedGateway } from './supervised-gateway.ts';

export interface GatewayOnStandIn {
  readonly gateway: GatewayProcess;
  readonly jenkins: StandInProcess;
}

/** The settings of a gateway that runs flows on the stand-in. */
export function onStandIn({ url, user, token }: Pick<StandInProcess, 'url' | 'user' | 'token'>): Environment {
  // Agents of the stand-in download nothing.
  return { JENKINS_URL: url, JENKINS_USER: user, JENKINS_TOKEN: token, FLOWGATE_PUBLIC_URL: 'http://127.0.0.1:9' };
}

export interface RunningOptions {
  readonly environment?: Environment;
  readonly jenkins?: StandInOptions;
}

/**
 * Runs work with a gateway that runs flows on a stand-in of Jenkins, each in its own process, and removes the data
 * afterwards.
 */
export function withGateway(
  options: RunningOptions,
  work: (running: GatewayOnStandIn) => Promise<void>,
): Promise<void> {
  return onOwnJenkins(options, async (environment, jenkins) => {
    const gateway = await startGatewayProcess(environment);
    await work({ gateway, jenkins }).finally(() => gateway.stop());
  });
}

/** The same with a gateway that is restarted when it exits. */
export function withSupervisedGateway(
  options: RunningOptions,
  work: (gateway: SupervisedGateway) => Promise<void>,
): Promise<void> {
  return onOwnJenkins(options, async (environment) => {
    const gateway = await SupervisedGateway.start(environment);
    await work(gateway).finally(() => gateway.stop());
  });
}

function onOwnJenkins(
  options: RunningOptions,
  work: (environment: Environment, jenkins: StandInProcess) => Promise<void>,
): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const jenkins = await spawnStandInJenkins(options.jenkins);
    try {
      await work({ FLOWGATE_DATA: folder, ...onStandIn(jenkins), ...options.environment }, jenkins);
    } finally {
      jenkins.stop();
    }
  });
}
