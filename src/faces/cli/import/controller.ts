import type { Environment } from '../../../base/config/environment.ts';
import { readSecretFiles } from '../../../base/config/secret-files.ts';
import type { JenkinsAddress } from '../../../engines/jenkins/client/jenkins-connection.ts';
import { JenkinsError } from '../../../engines/jenkins/client/jenkins-error.ts';
import { JenkinsJobs } from '../../../engines/jenkins/client/jenkins-jobs.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** Opens the controller that the options or JENKINS_URL name, when it is first needed. */
export class Controller {
  readonly #url: string | undefined;
  readonly #environment: Environment;
  #jobs: JenkinsJobs | undefined;

  /** @param url of `--controller` */
  constructor(url: string | undefined, { environment }: Pick<Terminal, 'environment'>) {
    this.#url = url;
    this.#environment = environment;
  }

  /** Whether the command line names it, so that it reads files too. */
  get isAsked(): boolean {
    return this.#url !== undefined;
  }

  /** Whether there is one. */
  get isKnown(): boolean {
    return this.isAsked || Boolean(this.#environment['JENKINS_URL']);
  }

  /** @throws {UsageError} without a controller, or without an account of it */
  get jobs(): JenkinsJobs {
    this.#jobs ??= JenkinsJobs.open(addressOf(this.#url, this.#environment));
    return this.#jobs;
  }

  close(): void {
    this.#jobs?.close();
  }
}

/** Does work with a controller, and closes it. @throws {UsageError} if the controller rejects a call or cannot be reached */
export async function withController<Result>(
  controller: Controller,
  work: (controller: Controller) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(controller);
  } catch (error) {
    throw error instanceof JenkinsError ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    controller.close();
  }
}

function addressOf(given: string | undefined, own: Environment): JenkinsAddress {
  const { environment, problems } = readSecretFiles(own, ['JENKINS_TOKEN']);
  if (problems[0] !== undefined) throw new UsageError(`${problems[0]}.`);
  const { JENKINS_URL, JENKINS_USER: user, JENKINS_TOKEN: token } = environment;
  const url = given ?? (JENKINS_URL || undefined);
  if (url === undefined) throw new UsageError('no controller specified; use --controller or JENKINS_URL.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${JSON.stringify(url)} is not the URL of a controller, such as https://jenkins.example.com.`);
  if (!user || !token)
    throw new UsageError('a controller needs JENKINS_USER, and an API token of that account in JENKINS_TOKEN.');
  return { url, user, token };
}
