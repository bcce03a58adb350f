import { availableParallelism } from 'node:os';
import { engineChoices } from '../allowed-values.ts';
import { credentials, folders } from './file-readers.ts';
import { integer, matching, oneOf, optionalText, url } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** The flow language of this installation. */
export const languageSettings = {
  FLOWGATE_VENDOR: {
    ...matching(/^[a-z][a-z0-9_]*$/, 'lower-case letters, digits and _, starting with a letter', 'vendor'),
    meaning: 'the vendor in task types, `dev.<vendor>.plugin...`',
  },
  FLOWGATE_PREFIX: {
    ...matching(/^[A-Z][A-Z0-9_]*$/, 'upper-case letters, digits and _, starting with a letter'),
    default: 'the vendor in upper case',
    meaning: 'the prefix of variables that task types add to a flow, such as `<PREFIX>_DATA_DIR`',
  },
  FLOWGATE_TASKS: {
    ...folders(),
    meaning: 'additional folders with [task types](../how-to/add-a-task-type.md), separated by `:`, on Windows by `;`',
  },
  FLOWGATE_JENKINS_LIBRARY: {
    ...matching(/^[\w.-]+@[\w./-]+$/, 'the name and the version of a shared library, such as flowgate@1.0'),
    meaning:
      'the [shared library](../how-to/connect-jenkins.md#use-a-shared-library) that Jenkinsfiles load, as `name@version`. Without it, each Jenkinsfile contains the code itself',
  },
} as const satisfies Settings;

/** Where flows run. */
export const engineSettings = {
  FLOWGATE_ENGINE: {
    ...oneOf(engineChoices),
    default: 'see below',
    meaning:
      'where flows run: `jenkins`; `local` for [this machine](../how-to/run-without-jenkins.md); `none` to only check, store and convert flows: running one returns 503',
  },
  FLOWGATE_LOCAL_EXECUTORS: {
    ...integer(availableParallelism(), { min: 1, max: 1000 }),
    default: 'the number of cores',
    meaning: 'how many executions run at once on this machine; the others wait as QUEUED',
  },
} as const satisfies Settings;

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
