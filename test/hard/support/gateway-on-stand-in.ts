import { spawnStandInJenkins, type StandInProcess } from '../../support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import type { StandInOptions } from '../../support/stand-in-jenkins/stand-in-jenkins.ts';
import { startGatewayProcess, type Environment, type GatewayProcess } from './gateway-process.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';

export interface GatewayOnStandIn {
  readonly gateway: GatewayProcess;
  readonly jenkins: StandInProcess;
}

/** The settings of a gateway that runs flows on the stand-in. */
export function onStandIn({ url, user, token }: Pick<StandInProcess, 'url' | 'user' | 'token'>): Environment {
  // Nodes of the stand-in fetch nothing.
  return { JENKINS_URL: url, JENKINS_USER: user, JENKINS_TOKEN: token, FLOWGATE_PUBLIC_URL: 'http://127.0.0.1:9' };
}

/** Works with a gateway of its own that runs flows on a stand-in of Jenkins, each a process, with data that is gone afterwards. */
export function withGateway(options: { readonly environment?: Environment; readonly jenkins?: StandInOptions }, work: (running: GatewayOnStandIn) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const jenkins = await spawnStandInJenkins(options.jenkins);
    try {
      const gateway = await startGatewayProcess({ FLOWGATE_DATA: folder, ...onStandIn(jenkins), ...options.environment });
      await work({ gateway, jenkins }).finally(() => gateway.stop());
    } finally {
      jenkins.stop();
    }
  });
}
