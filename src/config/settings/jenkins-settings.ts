import { credentials } from './file-readers.ts';
import { matching, optionalText, url } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** The controller. */
export const jenkinsSettings = {
  JENKINS_URL: { ...url(['http', 'https']), meaning: 'the URL of Jenkins' },
  JENKINS_USER: { ...optionalText(), meaning: 'the account that Flowgate uses; required with `JENKINS_URL`' },
  JENKINS_TOKEN: {
    ...optionalText(),
    secret: true,
    meaning: 'an API token of that account; required with `JENKINS_URL`',
  },
  JENKINS_FOLDER: {
    ...matching(
      /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/,
      'lower-case letters, digits, ., _ and -, with / between folders',
      'flows',
    ),
    meaning: 'the Jenkins folder that contains a folder per namespace, with a job per flow',
  },
  JENKINS_CREDENTIALS: {
    ...credentials(),
    meaning:
      'the Jenkins credentials that secret inputs can name as `credential:<id>`: `<namespace>/<id>`, separated by commas',
  },
} as const satisfies Settings;
