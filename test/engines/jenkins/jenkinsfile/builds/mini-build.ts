import { afterAll } from 'vitest';
import type { JsonObject } from '../../../../../src/base/text/json-value.ts';
import { asciiJson } from '../../../../../src/engines/jenkins/jenkinsfile/readable-parameter.ts';
import { MiniJenkins, type MiniBuild, type MiniBuildRequest } from '../../../../support/mini-jenkins.ts';
import { flowText, transpileText } from '../../../../support/transpile-yaml.ts';

export const shell = 'type: dev.vendor.plugin.core.shell.Shell';
export const log = 'type: dev.vendor.plugin.core.log.Log';
export const python = 'type: dev.vendor.plugin.scripts.python.Script';
export const subflow = 'type: dev.vendor.plugin.core.flow.Subflow';

/** Runs a flow of the given body, with `others` that it can call. */
export type RunFlow = (body: string, request?: MiniBuildRequest, others?: readonly string[]) => Promise<MiniBuild>;

/** Runs the flows of a suite; closes itself at the end of the suite. */
export function startMiniJenkins(): { readonly jenkins: MiniJenkins; readonly run: RunFlow } {
  const jenkins = new MiniJenkins();
  afterAll(() => jenkins.close());
  return { jenkins, run: (body, request = {}, others = []) => jenkins.run(textFor(body, request, others), request) };
}

/** The text that a build runs: the one that Flowgate pushes if Flowgate requests the build, else the one for users. */
export function textFor(body: string, { parameters = {} }: MiniBuildRequest, others: readonly string[]): string {
  const isAsked = parameters.FLOWGATE_EXECUTION_ID !== undefined;
  return transpileText(flowText(body), others, { parameters: isAsked ? 'external' : 'declared' }).jenkinsfile;
}

/** The parameters of a build that Flowgate requests: the texts of the inputs with a value, and others. */
export function byFlowgate(
  values: JsonObject,
  parameters: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return { FLOWGATE_EXECUTION_ID: 'e', FLOWGATE_INPUTS: asciiJson(values), ...parameters };
}

/** The stages of the tasks, without the one around them, which only the text for users has. */
export function stagesOf(build: MiniBuild): Record<string, string> {
  return Object.fromEntries(
    build.stages.slice(build.stages[0]?.name === 'tested' ? 1 : 0).map(({ name, result }) => [name, result]),
  );
}
