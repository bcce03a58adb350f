/** A problem reported by schemathesis that is not a defect of Flowgate. */
export interface AcceptedProblem {
  /** The name of the check in schemathesis. */
  readonly check: string;
  /** On `GET /flows`. */
  readonly operations: RegExp;
  /** Matches the status, the code of the problem and its detail, `422 flow-invalid The flow has...`. */
  readonly answer: RegExp;
  readonly reason: string;
}

const documents =
  /^(POST \/flows|POST \/flows\/validate|PUT \/flows\/\{namespace\}\/\{flow_id\}|POST \/import|POST \/transpiler\/convert\/jenkins(\/validate)?)$/;
const lists = /^GET \/(flows|flows\/\{namespace\}|executions|audit)$/;

/** The only list of problems that do not fail the suite. */
export const acceptedProblems: readonly AcceptedProblem[] = [
  {
    check: 'positive_data_acceptance',
    operations: documents,
    answer: /^(422 flow-invalid|400 (malformed-body|empty-body)) /,
    reason:
      'The contract describes a flow in YAML as a string of bytes: most strings are no flow, and the answer says why.',
  },
  {
    check: 'negative_data_rejection',
    operations: /^POST \/(flows\/validate|transpiler\/convert\/jenkins\/validate)$/,
    answer: /^200 /,
    reason: 'Both answer 200 for every document, also for one that cannot be parsed; the problems are in the answer.',
  },
  {
    check: 'negative_data_rejection',
    operations: /./,
    answer: /^431 headers-too-large /,
    reason:
      'A path above 16 KiB is rejected before any operation is looked for; schemathesis does not count 431 as a rejection.',
  },
  {
    check: 'ignored_auth',
    operations: /./,
    answer: /^(2\d\d|4\d\d) /,
    reason:
      'Behind a reverse proxy every value of x-oidc-sub is the identifier of a user; requests without one are checked by the tenancy part.',
  },
  {
    check: 'response_schema_conformance',
    operations: /^GET \/(export|flows\/\{namespace\}\/\{flow_id\})$/,
    answer: /^200 /,
    reason: 'The contract describes YAML as a string; schemathesis compares what the YAML stands for.',
  },
  {
    check: 'response_schema_conformance',
    operations: /^GET \/executions\/\{execution_id\}\/logs$/,
    answer: /^200 /,
    reason: 'The contract describes server-sent events as a string; schemathesis compares each event.',
  },
  {
    check: 'positive_data_acceptance',
    operations: lists,
    answer: /^400 invalid-request The cursor is not one that a page of this list gave\./,
    reason: 'A cursor is opaque: only those of a page before are valid.',
  },
  {
    check: 'positive_data_acceptance',
    operations: /\{flow_id\}/,
    answer: /^(400 invalid-request If-Match is |412 stale-revision )/,
    reason: 'If-Match takes the ETag of a revision.',
  },
  {
    check: 'positive_data_acceptance',
    operations: /^GET \/executions\/\{execution_id\}\/logs$/,
    answer: /^400 invalid-request Last-Event-ID is not one that an event of this log had\.|^416 range-not-satisfiable /,
    reason: 'The id of an event is opaque, and a range must lie in the log.',
  },
  {
    check: 'positive_data_acceptance',
    operations:
      /^(POST \/flows\/\{namespace\}\/\{flow_id\}\/(executions|files)|POST \/executions\/\{execution_id\}\/replay)$/,
    answer: /^422 inputs-invalid /,
    reason: 'Which inputs there are, and which values fit them, is said by the flow and not by the contract.',
  },
  {
    check: 'positive_data_acceptance',
    operations: /^(POST \/flows\/\{namespace\}\/\{flow_id\}\/executions|POST \/executions\/\{execution_id\}\/replay)$/,
    answer: /^400 invalid-request The label .* needs a name without/,
    reason: 'OpenAPI 3.0 cannot describe the names of a map.',
  },
  {
    check: 'positive_data_acceptance',
    operations: /^GET \/executions\/\{execution_id\}\/artifacts\/\{path\}\*$/,
    answer: /^400 invalid-request The path parameter path must have at most 4000 characters/,
    reason: 'schemathesis does not know {path}* and adds the star to the 4,000 characters.',
  },
  {
    check: 'positive_data_acceptance',
    operations: /^GET \/flows\/\{namespace\}\/\{flow_id\}\/diff$/,
    answer: /^400 invalid-request There is no revision before the first one/,
    reason: 'Without `from`, the revision before `to` is compared, and the first has none.',
  },
  {
    check: 'positive_data_acceptance',
    operations: /\{flow_id\}/,
    answer:
      /^400 invalid-request The path parameter (?:flow_id|namespace) must match the pattern .*, found "[^"]*[^a-zA-Z0-9._"-]/,
    reason:
      'Some values that schemathesis takes for fitting hold characters that the pattern in the contract excludes, as the answer shows.',
  },
];
