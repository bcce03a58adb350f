import { afterAll, expect } from 'vitest';
import { Agreement } from './agreement.ts';
import type { AgreementCase, Outcome } from './outcome.ts';
import { flowOf, flowText, taskTypes } from './transpile-yaml.ts';

/** Runs the flows of a suite on both engines; closes itself at the end of the suite. */
export function startAgreement(): (
  body: string,
  request?: Partial<AgreementCase> & { readonly called?: readonly string[] },
) => Promise<Outcome> {
  const agreement = new Agreement();
  afterAll(() => agreement.close());
  return async (body, { called = [], ...request } = {}) => {
    const { onJenkins, here } = await agreement.run({
      flow: flowOf(flowText(body)),
      others: called.map((text) => flowOf(text)),
      taskTypes,
      settings: { vendor: 'vendor', prefix: 'VENDOR' },
      ...request,
    });
    expect(here).toEqual(onJenkins);
    return here;
  };
}

export const shell = 'type: dev.vendor.plugin.core.shell.Shell';
export const bash = 'type: dev.vendor.plugin.core.shell.Bash';
export const log = 'type: dev.vendor.plugin.core.log.Log';
export const python = 'type: dev.vendor.plugin.scripts.python.Script';
export const subflow = 'type: dev.vendor.plugin.core.flow.Subflow';
