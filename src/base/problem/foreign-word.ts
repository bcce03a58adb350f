/**
 * Sentences that name the product of another engine's property and what Flowgate has in its place: a property, if it is
 * allowed here, or another way, for a flow and its tasks; otherwise an empty string.
 */
export function translation(word: string, allowed: Iterable<string>): string {
  const foreign = Object.hasOwn(foreignProperties, word) ? foreignProperties[word] : undefined;
  if (foreign === undefined) return '';
  const places = new Set(allowed);
  const own = foreign.own?.find((candidate) => places.has(candidate));
  const isOfFlow = places.has('tasks') || places.has('run_if');
  const source = foreign.of === undefined ? '' : ` It is a property of ${foreign.of}.`;
  if (own !== undefined) return `${source} Did you mean ${JSON.stringify(own)}?`;
  return isOfFlow && foreign.instead !== undefined ? `${source} In Flowgate, ${foreign.instead}` : '';
}

/** A sentence that names the product of another engine's task type; otherwise an empty string. */
export function foreignType(name: string): string {
  const found = foreignTypes.find(({ when }) => when.test(name));
  return found === undefined ? '' : ` It is ${found.is}.`;
}

/** The last word of the Flowgate type that replaces another engine's type with this last word, in lower case. */
export function replacementOf(lastWord: string): string | undefined {
  return Object.hasOwn(replacedTypes, lastWord) ? replacedTypes[lastWord] : undefined;
}

/** A word of other products. */
interface ForeignWord {
  /** Whose word it is; absent if many products have it. */
  readonly of?: string;
  /** The Flowgate properties that replace it, the best first. */
  readonly own?: readonly string[];
  /** What Flowgate does in its place, after "In Flowgate,". */
  readonly instead?: string;
}

const inOrder = 'tasks run in the order of the list; a Parallel block runs them at the same time.';
const inLoop = 'a ForEach block runs tasks for each item of a list.';
const inUntil = 'an Until block runs tasks until a condition is true.';
const ownTypes = 'the "type" of a task is one of the task types of this installation.';
const besideType = 'write the properties of a task next to its "type".';
const inContainer = 'a container is a task with its own task type, not a property of other tasks.';

const github = 'GitHub Actions';
const gitlab = 'GitLab CI';
const jenkins = 'Jenkins';
const kestra = 'Kestra';
const argo = 'Argo Workflows';
const rundeck = 'Rundeck';
const windmill = 'Windmill';
const dagu = 'Dagu';

/** Properties of other products, by name. */
const foreignProperties: Readonly<Record<string, ForeignWord>> = {
  after: { instead: inOrder },
  after_script: { of: gitlab, own: ['finally'] },
  agent: { of: jenkins, own: ['worker_group'] },
  allowFailure: { of: kestra, own: ['allow_failure'] },
  apiVersion: { of: argo, instead: 'a flow has only an "id" and a "namespace".' },
  artifacts: { of: gitlab, own: ['outputFiles'] },
  before_script: { of: gitlab, own: ['beforeCommands', 'tasks'] },
  branches: { own: ['tasks'] },
  choices: { of: jenkins, own: ['values'] },
  concurrent: { instead: inOrder },
  'continue-on-error': { of: github, own: ['allow_failure'] },
  cron: { own: ['triggers'] },
  dag: { of: argo, own: ['tasks'], instead: inOrder },
  depends: { of: dagu, instead: inOrder },
  dependsOn: { of: kestra, instead: inOrder },
  durabilityHint: { of: jenkins, own: ['durability'] },
  entrypoint: { of: argo, instead: 'a flow starts with the first of its "tasks".' },
  env: { own: ['variables'] },
  environment: { of: jenkins, own: ['variables', 'env'] },
  except: { of: gitlab, own: ['run_if'] },
  extends: { of: gitlab, instead: 'use a task that calls a flow to share one between flows.' },
  handlerOn: { of: dagu, own: ['errors'] },
  if: { own: ['run_if'] },
  image: { of: gitlab, own: ['containerImage'], instead: inContainer },
  include: { of: gitlab, instead: 'use a task that calls a flow to share one between flows.' },
  jobs: { of: github, own: ['tasks'] },
  kind: { of: argo, instead: 'a flow has only an "id" and a "namespace".' },
  listeners: { of: kestra, own: ['errors'] },
  loop: { instead: inLoop },
  marketplaceListingId: { instead: 'call it by flowId and namespace.' },
  matrix: { of: github, instead: inLoop },
  'max-parallel': { of: github, own: ['concurrency'] },
  modules: { of: windmill, own: ['tasks'] },
  needs: { of: `${github} and ${gitlab}`, instead: inOrder },
  nodefilters: { of: rundeck, own: ['worker_group'] },
  notification: { of: rundeck, own: ['notify'] },
  on: { of: github, own: ['triggers'] },
  only: { of: gitlab, own: ['run_if'] },
  options: { of: rundeck, own: ['inputs'] },
  parallel: { instead: inOrder },
  parameters: { own: ['inputs'] },
  params: { of: dagu, own: ['inputs'] },
  Pause: { of: kestra, instead: ownTypes },
  pluginDefaults: { of: kestra, instead: besideType },
  post: { of: jenkins, own: ['finally'] },
  rules: { of: gitlab, own: ['run_if'] },
  runIf: { of: kestra, own: ['run_if'] },
  run: { of: github, own: ['commands'], instead: ownTypes },
  'runs-on': { of: github, own: ['worker_group'] },
  sequence: { of: rundeck, own: ['tasks'] },
  services: { of: gitlab, instead: inContainer },
  spec: { of: argo, instead: 'the properties of a flow are at its top level.' },
  stages: { of: `${jenkins} and ${gitlab}`, own: ['tasks'] },
  steps: { of: `${github} and ${jenkins}`, own: ['tasks'] },
  strategy: { of: github, instead: inLoop },
  taskDefaults: { of: kestra, instead: besideType },
  taskRunner: { of: kestra, instead: inContainer },
  templates: { of: argo, own: ['tasks'] },
  'timeout-minutes': { of: github, own: ['timeout'] },
  until: { instead: inUntil },
  uses: { of: github, instead: ownTypes },
  vars: { own: ['variables'] },
  when: { of: `${jenkins} and ${gitlab}`, own: ['run_if', 'depends_on'] },
  with: { of: github, instead: besideType },
  while: { instead: inUntil },
  withItems: { of: argo, instead: inLoop },
  withParam: { of: argo, instead: inLoop },
};

/** Task types of other products. Only types that no module of the installation provides are compared with them. */
const foreignTypes: readonly { readonly when: RegExp; readonly is: string }[] = [
  { when: /^io\.kestra\./, is: 'a Kestra task type' },
  { when: /^(?:docker:\/\/|\.\/|[\w.-]+\/[\w./-]+@)/, is: 'a GitHub action' },
  { when: /^(?:rawscript|forloopflow|whileloopflow|branchone|branchall)$/, is: 'a Windmill step' },
  { when: /^(?:sh|bat|pwsh|powershell|checkout|stage|node|withCredentials)$/, is: 'a Jenkins step' },
  { when: /^(?:containerSet|suspend|resource)$/, is: 'an Argo Workflows template' },
  { when: /^(?:jobref|com\.dtolabs\..*)$/, is: 'a Rundeck step' },
  { when: /^(?:jq|mail|ssh|dag)$/, is: 'a Dagu executor' },
  {
    when: /(?:^|\.)(?:Pause|ForEachItem|EachSequential|EachParallel|LoopUntil|Dag|AllowFailure)$/,
    is: 'a control-flow task of other workflow engines',
  },
];

/** The last words of Flowgate's types for those of other products, in lower case. */
const replacedTypes: Readonly<Record<string, string>> = {
  allowfailure: 'sequential',
  branchall: 'parallel',
  branchone: 'switch',
  choice: 'switch',
  dag: 'parallel',
  eachparallel: 'foreach',
  eachsequential: 'foreach',
  foreachitem: 'foreach',
  forloopflow: 'foreach',
  loop: 'foreach',
  loopuntil: 'until',
  matrix: 'foreach',
  pause: 'approval',
  sleep: 'wait',
  suspend: 'approval',
  waitfor: 'until',
  while: 'until',
  whileloopflow: 'until',
};
