/**
 * The problem codes of Flowgate itself, each with its severity; `canWarn` marks an error that is only a warning in some
 * cases. Task modules declare warnings of their own (`TaskDefinition.warnings`). `docs/reference/problems.md` is generated
 * from both.
 */
export const problemCatalogue = {
  'yaml-syntax': { severity: 'error', title: 'The text is not a single well-formed YAML document' },
  'yaml-duplicate-key': { severity: 'error', title: 'A map has the same key twice' },
  'yaml-too-complex': { severity: 'error', title: 'The document is too large, too deeply nested or too complex' },
  'not-a-mapping': { severity: 'error', title: 'The value must be a map' },
  'missing-property': { severity: 'error', title: 'A required property is missing' },
  'unknown-property': { severity: 'error', title: 'The property does not exist' },
  'wrong-type': { severity: 'error', title: 'The value has the wrong type' },
  'invalid-value': { severity: 'error', title: 'The value is not allowed here' },
  'invalid-id': { severity: 'error', title: 'The id contains characters that are not allowed, or is too long' },
  'duplicate-id': { severity: 'error', title: 'Two items have the same id' },
  'empty-list': { severity: 'error', title: 'The list needs at least one item' },
  'unknown-input-type': { severity: 'error', title: 'The input type does not exist' },
  'invalid-constraint': { severity: 'error', title: 'A constraint of the input is invalid' },
  'invalid-default': { severity: 'error', title: 'The input rejects its own default' },
  'unknown-task-type': { severity: 'error', title: 'The task type is not registered' },
  'conflicting-properties': { severity: 'error', title: 'The properties cannot be used together' },
  'unknown-reference': { severity: 'error', title: 'The reference points to something that does not exist' },
  'forward-reference': { severity: 'error', title: 'The reference points to something that comes later' },
  'undeclared-output': { severity: 'error', title: 'The reference names a field that the task does not declare' },
  'invalid-expression': { severity: 'error', title: 'The expression is invalid' },
  'type-mismatch': { severity: 'error', title: 'The types do not match' },
  'dependency-cycle': { severity: 'error', title: 'Inputs depend on each other in a cycle' },
  'undeclared-dependency': {
    severity: 'error',
    title: 'The condition uses an input that `depends_on.inputs` does not list',
  },
  'name-clash': { severity: 'error', title: 'Two names map to the same environment variable' },
  'reserved-name': {
    severity: 'error',
    canWarn: true,
    title: 'The name is reserved for Flowgate (an error), or the shell sets the variable itself (a warning)',
  },
  'invalid-name': { severity: 'error', title: 'The name is not valid for an environment variable' },
  'invalid-duration': { severity: 'error', title: 'The string is not a duration' },
  'invalid-retry': { severity: 'error', title: 'The retry policy contradicts itself' },
  'invalid-cron': { severity: 'error', title: 'The schedule is invalid' },
  'subflow-cycle': { severity: 'error', title: 'Subflows call each other in a cycle, or are nested too deeply' },
  'subflow-unknown-input': { severity: 'error', title: 'The subflow does not have this input' },
  'subflow-missing-input': { severity: 'error', title: 'A required input of the subflow is missing' },
  'subflow-disabled': { severity: 'error', title: 'The subflow is disabled' },
  'subflow-unusable': {
    severity: 'error',
    title: 'The subflow cannot be used, and you are not allowed to see why',
  },
  'misplaced-wait': { severity: 'error', title: 'The task that waits is in a place where no build can end' },
  'value-too-large': { severity: 'error', title: 'The value is too large for an environment variable' },
  'jenkinsfile-too-large': { severity: 'error', title: 'The flow is too large for one Jenkinsfile' },
  'jenkins-only': { severity: 'error', title: 'The task runs on Jenkins only' },
  'renamed-variable': { severity: 'warning', title: 'The input has a different name in the environment' },
  'literal-dollar': { severity: 'warning', title: 'No shell expands a `$` in this string' },
  'literal-reference': { severity: 'warning', title: 'The reference stays text, because nothing has a value here' },
  'secret-default': { severity: 'warning', title: 'The flow contains a secret in plain text' },
  'secret-not-allowed': { severity: 'warning', title: 'The namespace may not use the secret' },
  'missing-description': { severity: 'warning', title: 'The flow has no description' },
  'several-controllers': { severity: 'warning', title: 'The tasks need several controllers' },
  'no-controller': { severity: 'warning', title: 'No controller runs flows of the namespace' },
  'unknown-receiver': { severity: 'warning', title: 'The namespace has no such receiver of notifications' },
  'unavailable-lock': { severity: 'warning', title: 'The flow cannot take the lock' },
  'lock-not-taken': { severity: 'warning', title: 'The call does not take a lock of the called flow' },
  'unused-input': { severity: 'warning', title: 'The input is never used' },
  'unused-variable': { severity: 'warning', title: 'The variable is never used' },
  'unrecognised-expression': {
    severity: 'warning',
    title: 'The braces are not a Flowgate expression and stay unchanged',
  },
  'unexpanded-reference': { severity: 'warning', title: 'The shell does not expand the reference here' },
  'windows-line-breaks': { severity: 'warning', title: 'The script has Windows line breaks, which become LF' },
  'coerced-text': { severity: 'warning', title: 'A number or boolean is read as a string' },
  'unquoted-reference': {
    severity: 'warning',
    title: 'The shell may split the reference into words, or run it as code',
  },
  'subflow-not-found': { severity: 'warning', title: 'The subflow does not exist yet' },
  'callers-left-behind': { severity: 'warning', title: 'Stored callers do not fit the new inputs' },
  'subflow-hidden': { severity: 'warning', title: 'You are not allowed to see the subflow' },
  'disabled-task': { severity: 'warning', title: 'The task never runs' },
  'block-needs-executors': {
    severity: 'warning',
    title: 'Branches wait for agents while the flow keeps one',
  },
  'never-equal': { severity: 'warning', title: 'The value is never equal to this one' },
  'trigger-never-fires': { severity: 'warning', title: 'The trigger never starts the flow' },
  'trigger-missing-input': { severity: 'warning', title: 'The trigger sets no value for a required input' },
  'default-never-used': { severity: 'warning', title: 'The default never takes effect' },
} as const satisfies Record<string, CatalogueEntry>;

interface CatalogueEntry {
  readonly severity: Severity;
  readonly canWarn?: true;
  readonly title: string;
}

export type Severity = 'error' | 'warning';
export type OwnCode = keyof typeof problemCatalogue;

declare const declared: unique symbol;
/** The code of a warning that a task module declares; the task registry checks that it does. */
export type DeclaredCode = string & { readonly [declared]: true };
export type ProblemCode = OwnCode | DeclaredCode;

/** Whether Flowgate itself reports a code, and not only a task module. */
export function isOwnCode(code: string): code is OwnCode {
  return Object.hasOwn(problemCatalogue, code);
}

/** The severities of a code. */
export function severitiesOf(code: OwnCode): readonly Severity[] {
  const { severity, canWarn }: CatalogueEntry = problemCatalogue[code];
  return canWarn === true ? [severity, 'warning'] : [severity];
}

/** Whether a document with this problem is rejected (`error`) or accepted with a remark (`warning`). */
export function severityOf({ code, isWarning }: { readonly code: string; readonly isWarning?: true }): Severity {
  return isWarning === true || !isOwnCode(code) ? 'warning' : problemCatalogue[code].severity;
}
