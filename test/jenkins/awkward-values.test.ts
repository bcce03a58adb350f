import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { ProbedExecutions, type Outcomes } from '../support/awkward-values/probed-executions.ts';
import { probedCases } from '../support/awkward-values/probes.ts';
import { escaped } from '../support/awkward-values/probing-flow.ts';
import { FlowgateOnController } from '../support/flowgate-on-controller.ts';
import { restartCommand } from '../support/restart-controller.ts';

const names = probedCases.map(({ name }) => name);
const patience = 1_800_000;

describe.skipIf(!process.env.JENKINS_URL)('awkward values', () => {
  let flowgate: FlowgateOnController;
  let executions: ProbedExecutions;
  beforeAll(async () => {
    flowgate = await FlowgateOnController.start();
    executions = await ProbedExecutions.make(flowgate, probedCases);
  });
  afterAll(() => flowgate.close());

  describe('arrive', () => {
    let outcomes: Outcomes;
    beforeAll(async () => {
      outcomes = await executions.plainly(probedCases);
    }, patience);
    it.each(names)('%s', (name) => expect(outcomes.get(name)).toEqual([]));
  });

  describe.skipIf(restartCommand === undefined)(
    'arrive in a build whose first task runs while Jenkins restarts (JENKINS_RESTART_COMMAND)',
    () => {
      let outcomes: Outcomes;
      beforeAll(async () => {
        outcomes = await executions.heldOverRestart(probedCases);
      }, patience);
      it.each(names)('%s', (name) => expect(outcomes.get(name)).toEqual([]));
    },
  );

  describe.skipIf(restartCommand === undefined)(
    'arrive in a build that waits while Jenkins restarts (JENKINS_RESTART_COMMAND)',
    () => {
      let outcomes: Outcomes;
      beforeAll(async () => {
        outcomes = await executions.waitingOverRestart(probedCases);
      }, patience);
      it.each(names)('%s', (name) => expect(outcomes.get(name)).toEqual([]));
    },
  );

  describe.each([
    ['U+0000', 'a\0b'],
    ['half a character', 'a\ud83db'],
  ])('%s is rejected', (_name, text) => {
    // In JSON they are escaped, so they can be passed.
    const flow = (id: string, input: JsonObject) =>
      escaped({
        id,
        namespace: 'examples',
        inputs: [{ id: 'given', ...input }],
        tasks: [{ id: 'says', type: 'dev.vendor.plugin.core.log.Log', message: 'never' }],
      });

    it.each(['STRING', 'SECRET'])('as a value of %s', async (type) => {
      const id = `rejects-${type.toLowerCase()}-${text.charCodeAt(1)}`;
      await flowgate.store(flow(id, { type }));
      await expect(flowgate.run(id, { given: text })).rejects.toMatchObject({ status: 422 });
    });

    it.each([
      ['the default of a STRING', { type: 'STRING', defaults: text }],
      ['a choice of an ENUM', { type: 'ENUM', values: ['other', text] }],
      ['a choice of a MULTISELECT', { type: 'MULTISELECT', values: ['other', text] }],
    ])('as %s', async (name, input) => {
      await expect(flowgate.store(flow(`rejects-${name.replaceAll(' ', '-')}`, input))).rejects.toMatchObject({
        status: 422,
      });
    });
  });
});
