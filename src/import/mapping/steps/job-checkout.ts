import { plainTypes } from '../../../language/input-types/input-types.ts';
import type { Span } from '../../groovy/syntax.ts';
import type { Directives, Repository } from '../../pipeline/pipeline.ts';
import type { DraftTask } from '../draft-task.ts';
import type { Mapping } from '../mapping.ts';
import type { Scope } from '../scope.ts';
import { cloneScript, gitDiffers } from './clone-script.ts';
import { stepId } from './reading.ts';
import { shellTask, withoutContainer } from './shell-task.ts';

/** The inputs of a flow that name the source of its job. */
const sourceInputs = { repository: 'REPOSITORY', revision: 'REVISION' } as const;

/** Checks out the source of the job: the flow gets inputs for the repository and the revision. */
export function checkoutOfJob(span: Span, scope: Scope, mapping: Mapping): DraftTask {
  const { repository, revision } = sourceInputs;
  const { inputs } = mapping.flow;
  const known = defaultsOf(mapping.repository);
  const add = (id: string, description: string, defaults: string | undefined): void => {
    if (inputs.has(id)) return;
    const properties = { type: plainTypes.string, ...(defaults !== undefined && { defaults }), description };
    inputs.set(id, { properties, comments: [] });
  };
  add(repository, 'The URL of the Git repository that the job builds.', known.url);
  add(revision, 'The branch, tag or commit to build.', known.revision);
  const script = cloneScript(`"{{ inputs.${repository} }}"`, `"{{ inputs.${revision} }}"`);
  return shellTask({ script }, span, stepId(mapping, scope, 'checkout'), withoutContainer(scope));
}

/** What the inputs have as defaults: no password in a URL, and no pattern of branches, of which Jenkins chooses one. */
function defaultsOf(repository: Repository | undefined): { readonly url?: string; readonly revision?: string } {
  if (repository === undefined) return { revision: 'HEAD' };
  const { url, branch = 'HEAD' } = repository;
  const isSafe = !/[{}$\s]/.test(url) && !/^[a-z]+:\/\/[^/@]*:[^/@]*@/i.test(url);
  return { ...(isSafe && { url }), ...(/^[\w][\w./-]*$/.test(branch) && { revision: branch }) };
}

/** What differs in a checkout of the source of the job. */
export function checkoutDiffers(known: Repository | undefined): readonly string[] {
  const { repository, revision } = sourceInputs;
  const { url, revision: ofJob } = defaultsOf(known);
  const without = [...(url === undefined ? [repository] : []), ...(ofJob === undefined ? [revision] : [])];
  const unset = known === undefined || without.length === 0 ? '' : `, and ${without.join(' and ')} must be given`;
  return [`the inputs ${repository} and ${revision} say what is built${unset}`, gitDiffers];
}

/** The checkout that Jenkins does by itself when the flow starts, if the repository is known. */
export function checkoutOfFlow(scope: Scope, mapping: Mapping): readonly DraftTask[] {
  const { defaultCheckout, repository } = mapping;
  if (defaultCheckout?.isOfFlow !== true || repository === undefined) return [];
  return [checkoutOfJob(defaultCheckout.firstAgent, scope, mapping)];
}

/** The same on the agent of a stage that has a workspace of its own. */
export function checkoutOfStage(
  { agent, options }: Pick<Directives, 'agent' | 'options'>,
  { outer, inside }: { readonly outer: Scope; readonly inside: Scope },
  mapping: Mapping,
): readonly DraftTask[] {
  const { defaultCheckout, repository } = mapping;
  const isElsewhere = agent !== undefined && inside.workspace !== outer.workspace;
  const isSkipped = options.some(({ name }) => name === 'skipDefaultCheckout');
  if (defaultCheckout === undefined || repository === undefined || !isElsewhere || isSkipped) return [];
  return [checkoutOfJob(agent, inside, mapping)];
}
