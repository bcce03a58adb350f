import { dryRunOption, formatOption } from '../declaration/common-words.ts';
import type { OptionDeclarations, OptionValues } from '../declaration/option-declaration.ts';
import { valueOptions } from '../executions/run-options.ts';
import { localGatewayOptions } from '../gateway/gateway-options.ts';

const controller = 'Jenkins controller';
const proof = 'Comparison with the job';
const stream = 'For a YAML stream of flows';

/** The options of `flowgate import`. */
export const importOptions = {
  out: { value: 'FOLDER', completion: 'folder', summary: 'write the flows and proposed tests to this folder' },
  force: { summary: 'with --out, replace files that are different' },
  report: {
    value: 'FORMAT',
    repeated: true,
    summary:
      'the format of the report: text, json, sarif or html; FORMAT=FILE writes it to a file instead (default: text)',
  },
  namespace: {
    value: 'NAMESPACE',
    summary: 'the namespace of the flows; default: the folders of the job, or imported',
  },
  id: { value: 'ID', summary: 'the id of the flow; default: from the name of the job or file' },
  repository: {
    value: 'URL',
    summary: 'the Git repository that the job takes its Jenkinsfile from, which Jenkins checks out',
  },
  revision: { value: 'NAME', summary: 'with --repository, the branch, tag or commit; default: HEAD' },
  mapping: {
    value: 'FILE',
    completion: 'file',
    summary: 'a YAML file that says which flows the steps of your shared libraries are',
  },
  audit: {
    value: 'JOBS',
    completion: 'folder',
    summary: 'audit a Jenkins home, a folder of jobs or Jenkinsfiles, or a controller by its URL',
  },
  controller: {
    value: 'URL',
    variable: 'JENKINS_URL',
    summary: 'the URL of Jenkins; JENKINS_USER and JENKINS_TOKEN are its account',
    group: controller,
  },
  compare: { summary: 'print the stages of the last build of the job beside the tasks of the flow', group: proof },
  'run-both': {
    summary: 'run the job, and its flow on the server, with the same values, and compare the results',
    group: proof,
  },
  timeout: {
    value: 'TIME',
    summary: 'with --run-both, the max time for both to end, such as 90s or 2h (default: 30m)',
    group: proof,
  },
  input: { ...valueOptions.input, group: proof },
  'input-env': { ...valueOptions['input-env'], group: proof },
  'input-file': { ...valueOptions['input-file'], group: proof },
  inputs: { ...valueOptions.inputs, group: proof },
  'dry-run': { ...dryRunOption['dry-run'], group: stream },
  format: { ...formatOption.format, group: stream },
  ...localGatewayOptions,
} as const satisfies OptionDeclarations;

export type ImportCommandOptions = OptionValues<typeof importOptions>;
