/** Words of Jenkinsfiles and other workflow engines, each with the Flowgate properties that replace it. */
const foreignWords: Readonly<Record<string, readonly string[]>> = {
  agent: ['worker_group'],
  choices: ['values'],
  cron: ['triggers'],
  durabilityHint: ['durability'],
  env: ['variables'],
  environment: ['variables', 'env'],
  if: ['run_if'],
  jobs: ['tasks'],
  parameters: ['inputs'],
  params: ['inputs'],
  post: ['finally'],
  stages: ['tasks'],
  steps: ['tasks'],
  vars: ['variables'],
  when: ['run_if', 'depends_on'],
};

const inOrder = 'Tasks run one after the other, in the order of the list.';

/** Words for features that Flowgate does not have, with the reason. */
const missingWords: Readonly<Record<string, string>> = {
  after: inOrder,
  concurrent: inOrder,
  dependsOn: inOrder,
  matrix: inOrder,
  needs: inOrder,
  parallel: inOrder,
  strategy: inOrder,
};

/**
 * A sentence that names the Flowgate property for another engine's word, if it is allowed here, or explains why tasks
 * have no such property; otherwise an empty string.
 */
export function translation(word: string, allowed: Iterable<string>): string {
  const own = Object.hasOwn(foreignWords, word) ? foreignWords[word] : undefined;
  const places = new Set(allowed);
  const found = own?.find((candidate) => places.has(candidate));
  if (found !== undefined) return ` Did you mean ${JSON.stringify(found)}?`;
  return places.has('run_if') && Object.hasOwn(missingWords, word) ? ` ${missingWords[word]}` : '';
}
