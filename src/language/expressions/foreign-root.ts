import { nearestWord } from '../../problem/nearest-word.ts';
import { allowedReferences, flowRoots, type ReferenceRoots } from './read-reference.ts';

/**
 * First words of expressions in other workflow engines, and what Flowgate has in their place
 * (docs/reference/expressions.md).
 */
const foreignRoots: Readonly<Record<string, string>> = {
  input: 'Write inputs.<id>.',
  params: 'Write inputs.<id>.',
  parameters: 'Write inputs.<id>.',
  var: 'Write variables.<NAME>.',
  vars: 'Write variables.<NAME>.',
  envs: 'Write variables.<NAME>.',
  globals: 'Write variables.<NAME>.',
  output: 'Write task_outputs.<task_id>.<field>.',
  outputs: 'Write task_outputs.<task_id>.<field>.',
  secret: 'Declare an input of type SECRET and write inputs.<id>.',
  secrets: 'Declare an input of type SECRET and write inputs.<id>.',
  execution: 'There are no references to the execution.',
  taskrun: 'There are no references to the execution.',
  flow: 'There are no references to the flow itself.',
  kv: 'There is no key-value store.',
  trigger: 'Only the inputs and conditions of a webhook trigger may refer to the trigger.',
};

/**
 * What to tell an author whose expression begins with this word, when the word is near a root or known from another
 * engine; undefined when it is a word that means nothing to Flowgate.
 */
export function foreignRootMessage(word: string, roots: ReferenceRoots): string | undefined {
  const known = adviceOn(word, roots);
  const nearest = known === undefined ? nearestWord(word, roots) : undefined;
  const advice = known ?? (nearest === undefined ? undefined : `Did you mean ${JSON.stringify(nearest)}?`);
  if (advice === undefined) return undefined;
  return `${JSON.stringify(word)} is not a root of references; allowed are ${allowedReferences(roots)}. ${advice}`;
}

function adviceOn(word: string, roots: ReferenceRoots): string | undefined {
  if (Object.hasOwn(foreignRoots, word) && roots === flowRoots) return foreignRoots[word];
  return flowRoots.some((root) => root === word) ? 'They have no values before the flow runs.' : undefined;
}
