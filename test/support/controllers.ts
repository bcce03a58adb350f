import type { ControllerStates } from '../../src/engines/controllers/controller-states.ts';
import type { Controller } from '../../src/engines/controllers/controller.ts';

const unknownStates: ControllerStates = {
  registered: async () => new Map(),
  register: async (name) => name,
  looks: async () => new Map(),
  noteLook: async () => undefined,
  forget: async () => undefined,
};

const registration = { url: '', since: '' };

/** The controller of JENKINS_URL, when it is the only one. */
export const onlyController = {
  controller: { name: 'default', namespaces: [], workerGroups: [] } satisfies Controller,
  otherControllers: [],
  states: unknownStates,
  identity: { confirmed: async () => registration, usable: async () => registration },
};
