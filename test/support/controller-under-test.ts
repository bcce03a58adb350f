import { randomUUID } from 'node:crypto';
import type { JenkinsAddress } from '../../src/engines/jenkins/client/jenkins-connection.ts';
import { JenkinsByHand } from './jenkins-by-hand.ts';

/** The controller at JENKINS_URL, with user and API token in the URL or in JENKINS_USER and JENKINS_TOKEN. */
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

/** A unique folder name. */
export function ownFolder(): string {
  return `flowgate-tests-${randomUUID().slice(0, 8)}`;
}

/** Removes a top-level folder of a controller, with everything in it. */
export async function removeFolder(address: JenkinsAddress, folder: string): Promise<void> {
  await new JenkinsByHand(address).deleteFolder(folder);
}
