import { folders } from './file-readers.ts';
import { matching } from './setting-readers.ts';
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
