import { StandInJenkins } from '../../../support/stand-in-jenkins/stand-in-jenkins.ts';
import { describeGateway } from './gateway-contract.ts';

describeGateway('the stand-in', async () => {
  const jenkins = await StandInJenkins.start();
  return { address: jenkins, leave: () => jenkins.stop() };
});
