/**
 * The closed catalogue of what can be wrong with a document.
 * The severity belongs to the code; `docs/reference/problems.md` is generated from this table.
 */
export const problemCatalogue = {
  'yaml-syntax': { severity: 'error', title: 'The text is not a single well-formed YAML document' },
  'yaml-duplicate-key': { severity: 'error', title: 'A map has the same key twice' },
  'yaml-too-complex': { severity: 'error', title: 'The document is larger, deeper or more complex than allowed' },
  'not-a-mapping': { severity: 'error', title: 'A map is expected' },
  'missing-property': { severity: 'error', title: 'A required property is missing' },
  'unknown-property': { severity: 'error', title: 'A property that does not exist' },
  'wrong-type': { severity: 'error', title: 'A value of the wrong type' },
  'invalid-value': { severity: 'error', title: 'A value that is not allowed here' },
  'invalid-id': { severity: 'error', title: 'An id with characters that are not allowed' },
  'duplicate-id': { severity: 'error', title: 'Two items with the same id' },
  'empty-list': { severity: 'error', title: 'A list that needs at least one item' },
  'unknown-input-type': { severity: 'error', title: 'An input type that does not exist' },
  'invalid-constraint': { severity: 'error', title: 'A constraint of an input that cannot hold' },
  'invalid-default': { severity: 'error', title: 'A default that the input itself would reject' },
  'unknown-task-type': { severity: 'error', title: 'A task type that is not registered' },
  'conflicting-properties': { severity: 'error', title: 'Properties that exclude each other' },
  'unknown-reference': { severity: 'error', title: 'A reference to something that does not exist' },
  'forward-reference': { severity: 'error', title: 'A reference to something that comes later' },
  'undeclared-output': { severity: 'error', title: 'A reference to a field that the task does not declare' },
  'invalid-expression': { severity: 'error', title: 'An expression that cannot be read' },
  'type-mismatch': { severity: 'error', title: 'Values whose types do not fit each other' },
  'dependency-cycle': { severity: 'error', title: 'Inputs that depend on each other in a cycle' },
  'undeclared-dependency': {
    severity: 'error',
    title: 'A condition uses an input that depends_on.inputs does not list',
  },
  'name-clash': { severity: 'error', title: 'Two names that meet in one environment variable' },
  'reserved-name': { severity: 'error', title: 'A name that Jenkins, the shell or Flowgate uses itself' },
  'invalid-name': { severity: 'error', title: 'A name that cannot be an environment variable' },
  'invalid-duration': { severity: 'error', title: 'A string that is not a duration' },
  'invalid-retry': { severity: 'error', title: 'A retry policy that cannot work' },
  'invalid-cron': { severity: 'error', title: 'A schedule that cannot be read' },
  'subflow-cycle': { severity: 'error', title: 'Subflows that call each other in a cycle, or too deep' },
  'subflow-unknown-input': { severity: 'error', title: 'An input that the subflow does not have' },
  'subflow-missing-input': { severity: 'error', title: 'An input that the subflow needs and does not get' },
  'subflow-disabled': { severity: 'error', title: 'A subflow that is disabled' },
  'subflow-unusable': {
    severity: 'error',
    title: 'A subflow that cannot be used, for reasons that are not for you to see',
  },
  'value-too-large': { severity: 'error', title: 'A value larger than the environment can carry' },
  'jenkinsfile-too-large': { severity: 'error', title: 'A flow with more tasks or text than one Jenkinsfile can hold' },
  'renamed-variable': { severity: 'warning', title: 'An input that has another name in the environment' },
  'literal-dollar': { severity: 'warning', title: 'A `$` for the shell in a string that no shell expands' },
  'secret-default': { severity: 'warning', title: 'A secret in plain text in the flow itself' },
  'missing-description': { severity: 'warning', title: 'A flow without a description' },
  'unused-input': { severity: 'warning', title: 'An input that nothing uses' },
  'unused-variable': { severity: 'warning', title: 'A variable that nothing uses' },
  'unrecognised-expression': {
    severity: 'warning',
    title: 'Braces that are not a Flowgate expression and stay as they are',
  },
  'unexpanded-reference': { severity: 'warning', title: 'A reference at a place where the shell expands nothing' },
  'coerced-text': { severity: 'warning', title: 'A number or boolean where a string is expected' },
  'unquoted-reference': { severity: 'warning', title: 'A reference that would be split into words, or run as code' },
  'secret-in-log': { severity: 'warning', title: 'A secret in a message that is printed' },
  'privileged-container': { severity: 'warning', title: 'A container with all rights on its host' },
  'rosbag-loader-missing': { severity: 'warning', title: 'A recording is asked for and no task loads it' },
  'rosbag-without-ids': { severity: 'warning', title: 'A task that loads recordings, of which none is named' },
  'rosbag-without-service': {
    severity: 'warning',
    title: 'A task that loads recordings, without a service to load them from',
  },
  'files-outside-workspace': { severity: 'warning', title: 'Files to keep that are outside the workspace' },
  'subflow-not-found': { severity: 'warning', title: 'A subflow that does not exist yet' },
  'subflow-hidden': { severity: 'warning', title: 'A subflow that is not for you to see' },
  'disabled-task': { severity: 'warning', title: 'A task that never runs' },
  'default-never-used': { severity: 'warning', title: 'A default that can never take effect' },
} as const satisfies Record<string, { severity: Severity; title: string }>;

export type Severity = 'error' | 'warning';
export type ProblemCode = keyof typeof problemCatalogue;

/** Whether a document with this problem is rejected (`error`) or only remarked on (`warning`). */
export function severityOf(code: ProblemCode): Severity {
  return problemCatalogue[code].severity;
}
