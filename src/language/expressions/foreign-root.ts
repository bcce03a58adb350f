import { nearestWord } from '../../base/text/nearest-word.ts';
import { typesOfRole } from '../input-types/input-types.ts';
import { allowedReferences, declaredRoots, flowRoots, referenceForms, type ReferenceRoots } from './read-reference.ts';
import { isRunRoot, placesOf, runReferences, type RunRoot } from './run-fields.ts';

const declareSecret = `Declare an input of type ${typesOfRole('secret')} and write inputs.<id>.`;

const ofFailure = `In ${placesOfRoot('failure')}, write ${referenceForms('failure').join(' or ')}.`;
const ofExecution = `In ${placesOfRoot('execution')}, write ${referenceForms('execution').join(' or ')}.`;

/** Roots of expressions in other workflow engines, with the Flowgate equivalent (docs/reference/expressions.md). */
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
  secret: declareSecret,
  secrets: declareSecret,
  error: ofFailure,
  errors: ofFailure,
  errorLogs: ofFailure,
  executions: ofExecution,
  taskrun: `In a loop, write items.<block>. ${ofExecution}`,
  matrix: 'In a loop, write items.<block>.<field>.',
  flow: 'Expressions cannot refer to the flow itself.',
  kv: 'Flowgate has no key-value store.',
  trigger: 'Only inputs and conditions of a webhook trigger can refer to the trigger.',
};

/**
 * Advice for an expression that starts with this word, if the word is near a root or known from another engine;
 * otherwise undefined.
 */
export function foreignRootMessage(word: string, roots: ReferenceRoots): string | undefined {
  const known = adviceOn(word, roots);
  const nearest = known === undefined && word !== wordOfOthers ? nearestWord(word, roots) : undefined;
  const advice = known ?? (nearest === undefined ? undefined : `Did you mean ${JSON.stringify(nearest)}?`);
  if (advice === undefined) return undefined;
  return `${JSON.stringify(word)} is not the start of a reference; allowed: ${allowedReferences(roots)}. ${advice}`;
}

// Templates of Ansible and others, which flows pass on unchanged, have `{{ item }}`.
const wordOfOthers = 'item';

/** A sentence to append to a warning about the word, or an empty string. */
export function adviceOnOthers(word: string, roots: ReferenceRoots): string {
  return word === wordOfOthers && roots.includes('items') ? ' In a loop, write items.<block>.' : '';
}

function adviceOn(word: string, roots: ReferenceRoots): string | undefined {
  if (Object.hasOwn(foreignRoots, word) && roots === flowRoots) return foreignRoots[word];
  if (isRunRoot(word)) return `Only ${placesOfRoot(word)} can refer to it.`;
  return declaredRoots.some((root) => root === word) ? 'It has no value before the flow runs.' : undefined;
}

function placesOfRoot(root: RunRoot): string {
  const places = new Set(runReferences.filter((reference) => reference.root === root).map(placesOf));
  return places.has('tasks') ? 'tasks' : [...places].join(', ');
}
