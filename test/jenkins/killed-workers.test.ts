import { describe } from 'vitest';
import { describeKilledWorkers, type CountedBuild } from '../store/executions/killed-workers-contract.ts';
import { controllerUnderTest, ownFolder, removeFolder } from '../support/controller-under-test.ts';

const triggers = Number(process.env.FLOWGATE_TEST_TRIGGERS ?? 50);
const kills = Number(process.env.FLOWGATE_TEST_KILLS ?? 8);

interface ListedBuild {
  readonly number: number;
  readonly result: string | null;
  readonly actions: readonly { readonly parameters?: readonly { readonly name: string; readonly value?: string }[] }[];
}

describe.skipIf(!process.env.JENKINS_URL)('on a controller', () => {
  describeKilledWorkers(
    async () => {
      const { url, user, token } = controllerUnderTest();
      const folder = ownFolder();
      const authorization = `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
      const get = (path: string) =>
        fetch(`${url}/job/${folder}/job/examples/job/${path}`, { headers: { authorization } });
      return {
        environment: { JENKINS_URL: url, JENKINS_USER: user, JENKINS_TOKEN: token, JENKINS_FOLDER: folder },
        builds: async (flow) => {
          const answer = await get(`${flow}/api/json?tree=allBuilds[number,result,actions[parameters[name,value]]]`);
          const { allBuilds } = (await answer.json()) as { allBuilds: readonly ListedBuild[] }; // as Jenkins answers
          return allBuilds.map(({ number, result, actions }): CountedBuild => {
            const parameters = Object.fromEntries(
              actions.flatMap((action) => action.parameters ?? []).map(({ name, value = '' }) => [name, value]),
            );
            const greets = async (greeting: string) =>
              (await (await get(`${flow}/${number}/consoleText`)).text())
                .split('\n')
                .includes(`${greeting} ${parameters.USER_NAME}`);
            return { number, result, parameters, greets };
          });
        },
        leave: () => removeFolder(controllerUnderTest(), folder),
      };
    },
    { triggers, kills },
  );
});
