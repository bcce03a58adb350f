import { describe } from 'vitest';
import { isNightly } from '../../support/nightly.ts';
import { spawnStandInJenkins } from '../../support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import { describeKilledWorkers } from './killed-workers-contract.ts';

/** How many executions there are, and how often a worker is killed; a long run increases both. */
const triggers = Number(process.env.FLOWGATE_TEST_TRIGGERS ?? (isNightly ? 40 : 15));
const kills = Number(process.env.FLOWGATE_TEST_KILLS ?? (isNightly ? 6 : 3));

describe('on the stand-in', () => {
  describeKilledWorkers(
    async () => {
      const jenkins = await spawnStandInJenkins({ timing: { task: 200, boot: 100 } });
      return {
        environment: { JENKINS_URL: jenkins.url, JENKINS_USER: jenkins.user, JENKINS_TOKEN: jenkins.token },
        builds: async (flow) => {
          const builds = (await jenkins.builds()).filter(({ job }) => job === `/job/flows/job/examples/job/${flow}`);
          return builds.map((build) => ({
            ...build,
            greets: async () => build.digest === build.parameters.FLOWGATE_DIGEST,
          }));
        },
        leave: async () => jenkins.stop(),
      };
    },
    { triggers, kills },
  );
});
