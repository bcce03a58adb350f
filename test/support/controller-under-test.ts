import { randomUUID } from 'node:crypto';
import type { JenkinsAddress } from '../../src/engine/jenkins/jenkins-connection.ts';
import { JenkinsByHand } from './jenkins-by-hand.ts';

/** The controller that JENKINS_URL names, with user and API token in it or in JENKINS_USER and JENKINS_TOKEN. */
export function controllerUnderTest(): JenkinsAddress {
  const url = new URL(process.env.JENKINS_URL ?? '');
  const user = decodeURIComponent(url.username) || process.env.JENKINS_USER;
  const token = decodeURIComponent(url.password) || process.env.JENKINS_TOKEN;
  if (user === undefined || token === undefined)
    throw new Error('Set JENKINS_USER and JENKINS_TOKEN, or put both into JENKINS_URL');
  url.username = '';
  url.password = '';
  return { url: url.href.replace(/\/$/, ''), user, token };
}

/** The name of a folder that no other run has. */
export function ownFolder(): string {
  return `flowgate-tests-${randomUUID().slice(0, 8)}`;
}

/** Removes a folder at the top of a controller, with everything in it. */
export async function removeFolder(address: JenkinsAddress, folder: string): Promise<void> {
  await new JenkinsByHand(address).deleteFolder(folder);
}
