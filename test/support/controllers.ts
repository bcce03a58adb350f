import type { Controller } from '../../src/engines/controllers/controller.ts';

/** The controller of JENKINS_URL, when it is the only one. */
export const onlyController = {
  controller: { name: 'default', namespaces: [], workerGroups: [] } satisfies Controller,
  otherControllers: [],
};
