import { AppError } from '../../problem/app-error.ts';

/** The rejection of everything that takes a Jenkins, where there is none. */
export function jenkinsNotConfigured(): AppError {
  return new AppError(
    'jenkins-not-configured',
    'No Jenkins is configured, so that flows can be checked and kept, but not run; JENKINS_URL, JENKINS_USER and JENKINS_TOKEN say where it is.',
  );
}
