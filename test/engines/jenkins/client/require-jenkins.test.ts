import { expect, it } from 'vitest';
import { JenkinsClientGateway } from '../../../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import { requireJenkins } from '../../../../src/engines/jenkins/client/require-jenkins.ts';
import { StandInJenkins } from '../../../support/stand-in-jenkins/stand-in-jenkins.ts';

const anyServer = { confirmed: async () => undefined };

it('returns the version while Jenkins answers, and reports why it fails', async () => {
  const jenkins = await StandInJenkins.start();
  const { url, user, token } = jenkins;
  const gateway = new JenkinsClientGateway({ url, user, token, folder: 'flows' });
  await expect(requireJenkins(gateway, anyServer)).resolves.toMatch(/^\d+\./);
  jenkins.misbehave([{ kind: 'starting' }]);
  await expect(requireJenkins(gateway, anyServer)).rejects.toThrow(
    'Jenkins is starting: it answered 503 to GET /api/json.',
  );
  jenkins.misbehave([{ kind: 'silent' }]);
  await expect(requireJenkins(gateway, anyServer)).rejects.toThrow('Jenkins did not answer within 3 seconds.');
  gateway.close();
  await jenkins.stop();
});
