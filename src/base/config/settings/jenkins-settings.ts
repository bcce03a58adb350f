import { credentials, file } from './file-readers.ts';
import { entriesOf, matching, optionalText, url } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** The folders of Jenkins, separated by `/`. */
export const folderPattern = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** The controllers. */
export const jenkinsSettings = {
  JENKINS_URL: { ...url(['http', 'https']), meaning: 'the URL of Jenkins' },
  JENKINS_USER: { ...optionalText(), meaning: 'the account that Flowgate uses; required with `JENKINS_URL`' },
  JENKINS_TOKEN: {
    ...optionalText(),
    secret: true,
    meaning: 'an API token of that account; required with `JENKINS_URL`',
  },
  JENKINS_FOLDER: {
    ...matching(folderPattern, 'lower-case letters, digits, ., _ and -, with / between folders', 'flows'),
    meaning: 'the Jenkins folder that contains a folder per namespace, with a job per flow',
  },
  JENKINS_CREDENTIALS: {
    ...credentials(),
    meaning:
      'the Jenkins credentials that secret inputs can name as `credential:<id>`: `<namespace>/<id>`, separated by commas',
  },
  FLOWGATE_CONTROLLERS: {
    ...file(),
    meaning:
      'a file with [several controllers](../how-to/use-several-controllers.md); with `JENKINS_URL` as well, that one is the controller `default`',
  },
  FLOWGATE_FORGET_CONTROLLERS: {
    read: (given) => entriesOf(given),
    meaning:
      'controllers that are no longer in the file, separated by commas: their executions that have not ended are given up as FAILED. Without it, Flowgate does not start while there are any',
  },
} as const satisfies Settings;
