import { revisionOption, type formatOption } from '../declaration/common-words.ts';
import type { OptionDeclarations, OptionValues } from '../declaration/option-declaration.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';

/** The options for the values of an execution. */
export const valueOptions = {
  input: {
    value: 'ID=TEXT',
    short: 'i',
    repeated: true,
    summary: 'set an input; for a list, add one choice',
  },
  'input-env': {
    value: 'ID=NAME',
    repeated: true,
    summary: 'set an input to the value of an environment variable',
  },
  'input-file': {
    value: 'ID=PATH',
    repeated: true,
    summary: 'set an input to the content of a file, without its final line break; - for standard input',
  },
  inputs: {
    value: 'PATH',
    completion: 'file',
    summary: 'read values from a YAML or JSON file that maps input ids to values; other options override it',
  },
  file: { value: 'ID=PATH', repeated: true, summary: 'set a file input to a file of any size' },
} as const satisfies OptionDeclarations;

/** The options for the request to run a flow on a server. */
export const requestOptions = {
  label: { value: 'NAME=VALUE', repeated: true, summary: 'add a label to the execution' },
  ...revisionOption('run this revision instead of the latest'),
  'idempotency-key': { value: 'KEY', summary: 'a retry with the same key and values returns the same execution' },
} as const satisfies OptionDeclarations;

/** The options for the end of an execution. */
export const followOptions = {
  follow: { summary: 'wait for the execution to end, and print its log' },
  strict: { summary: 'treat WARNING as a failure' },
} as const satisfies OptionDeclarations;

/** The options of a run for which a CI system waits. */
export const ciOptions = {
  'stop-on-interrupt': {
    summary: 'with --follow, Ctrl-C and SIGTERM stop the execution; a second one ends the command at once',
  },
  report: {
    value: 'FORMAT=FILE',
    repeated: true,
    summary:
      'also write the execution to a file, when it starts and when it ends: json; dotenv, for variables of later GitLab jobs; github, which adds outputs to a step of GitHub Actions',
  },
} as const satisfies OptionDeclarations;

export type ValueOptions = OptionValues<typeof valueOptions>;

export type RunOptions = ValueOptions &
  OptionValues<typeof requestOptions & typeof followOptions & typeof formatOption> &
  GatewayOptions &
  Partial<OptionValues<typeof ciOptions>>;

/** The exit statuses of a command that can follow an execution to its end. */
export const followedStatuses = {
  0: 'SUCCESS or WARNING; without --follow, the execution was accepted',
  1: 'FAILED, WARNING with --strict, or rejected; standard error has a line for each invalid value',
  3: 'KILLED',
  130: 'Ctrl-C, which stops following but not the execution',
} as const;
