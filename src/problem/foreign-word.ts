/** Words of Jenkinsfiles and of other workflow engines, with what Flowgate has in their place, by the place. */
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

/** Words that nothing here stands for, and why. */
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
 * A sentence that names what a word of another engine is called here, if that is allowed in its place, or why a
 * property of tasks has no counterpart; otherwise an empty string.
 */
export function translation(word: string, allowed: Iterable<string>): string {
  const own = Object.hasOwn(foreignWords, word) ? foreignWords[word] : undefined;
  const places = new Set(allowed);
  const found = own?.find((candidate) => places.has(candidate));
  if (found !== undefined) return ` Did you mean ${JSON.stringify(found)}?`;
  return places.has('run_if') && Object.hasOwn(missingWords, word) ? ` ${missingWords[word]}` : '';
}
