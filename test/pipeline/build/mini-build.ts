import { afterAll } from 'vitest';
import { MiniJenkins, type MiniBuild, type MiniBuildRequest } from '../../support/mini-jenkins.ts';
import { flowText, jenkinsfileOf } from '../../support/transpile-yaml.ts';

export const shell = 'type: dev.vendor.plugin.core.shell.Shell';
export const log = 'type: dev.vendor.plugin.core.log.Log';
export const python = 'type: dev.vendor.plugin.scripts.python.Script';
export const subflow = 'type: dev.vendor.plugin.core.flow.Subflow';

/** Runs a flow of the given body, beside `others` that it may call. */
export type RunFlow = (body: string, request?: MiniBuildRequest, others?: readonly string[]) => Promise<MiniBuild>;

/** What runs the flows of a suite; it closes itself when the suite has ended. */
export function startMiniJenkins(): { readonly jenkins: MiniJenkins; readonly run: RunFlow } {
  const jenkins = new MiniJenkins();
  afterAll(() => jenkins.close());
  return { jenkins, run: (body, request = {}, others = []) => jenkins.run(jenkinsfileOf(flowText(body), others), request) };
}

/** The stages of the tasks: everything but the one around them. */
export function stagesOf(build: MiniBuild): Record<string, string> {
  return Object.fromEntries(build.stages.slice(1).map(({ name, result }) => [name, result]));
}
