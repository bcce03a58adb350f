import { callAt, listAt, mapAt } from '../groovy/make-tree.ts';
import type { Call } from '../groovy/syntax.ts';
import { childOf, simpleName, textAt, type ConfigElement } from './config-element.ts';
import type { Repository } from './pipeline.ts';

/** Reads an `scm` element. Undefined if it is not Git, has several remotes or does something more than a plain checkout. */
export function readRepository(scm: ConfigElement | undefined): Repository | undefined {
  if (scm === undefined || simpleName(scm.className ?? scm.name) !== 'GitSCM') return undefined;
  const [remote, ...otherRemotes] = childOf(scm, 'userRemoteConfigs')?.children ?? [];
  const branches = childOf(scm, 'branches')?.children ?? [];
  const extensions = childOf(scm, 'extensions')?.children ?? [];
  const url = textAt(remote, 'url');
  if (url === undefined || otherRemotes.length > 0 || branches.length > 1 || extensions.length > 0) return undefined;
  const branch = textAt(branches[0], 'name')?.replace(/^(?:\*\*?|origin|refs\/heads)\//, '');
  const credential = textAt(remote, 'credentialsId');
  return {
    url,
    ...(branch !== undefined && branch !== '**' && { branch }),
    ...(credential !== undefined && { credential }),
    start: scm.start,
    end: scm.end,
  };
}

/** The checkout of a freestyle job as a pipeline calls it, for an element that {@link readRepository} can read. */
export function checkoutStep(scm: ConfigElement): Call {
  const [remote] = childOf(scm, 'userRemoteConfigs')?.children ?? [];
  const [branch] = childOf(scm, 'branches')?.children ?? [];
  const settings = mapAt(remote ?? scm, {
    url: textAt(remote, 'url'),
    credentialsId: textAt(remote, 'credentialsId'),
    refspec: textAt(remote, 'refspec'),
  });
  const branches = branch && listAt(branch, [mapAt(branch, { name: textAt(branch, 'name') ?? '**' })]);
  return callAt(
    scm,
    'checkout',
    {},
    mapAt(scm, { $class: 'GitSCM', branches, userRemoteConfigs: listAt(scm, [settings]) }),
  );
}

/** Reads the source of a multibranch project; undefined if it names no address. */
export function readSource(source: ConfigElement): Repository | undefined {
  const url = textAt(source, 'remote') ?? textAt(source, 'repositoryUrl') ?? gitHubUrl(source);
  const credential = textAt(source, 'credentialsId');
  if (url === undefined) return undefined;
  return { url, ...(credential !== undefined && { credential }), start: source.start, end: source.end };
}

function gitHubUrl(source: ConfigElement): string | undefined {
  const isGitHub = simpleName(source.className ?? source.name) === 'GitHubSCMSource';
  const [owner, name] = [textAt(source, 'repoOwner'), textAt(source, 'repository')];
  if (!isGitHub || owner === undefined || name === undefined || textAt(source, 'apiUri') !== undefined)
    return undefined;
  return `https://github.com/${owner}/${name}.git`;
}
