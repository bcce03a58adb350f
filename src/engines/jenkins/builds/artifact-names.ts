import type { SecretMask } from '../../../base/masking/secret-mask.ts';
import { ShownPaths } from '../../../base/masking/shown-paths.ts';
import type { SecretVault } from '../../../store/executions/secret-vault.ts';
import type { Artifact } from '../client/jenkins-gateway.ts';
import type { BuildArtifact } from './artifacts-of.ts';

/** The artifacts whose paths contain secrets: by a digest of the path in Jenkins, the path that users see. */
export type ArtifactNames = Readonly<Record<string, string>>;

/** Undefined if no path contains a secret. */
export async function artifactNames(
  artifacts: readonly Artifact[],
  mask: SecretMask,
  vault: Pick<SecretVault, 'digest'>,
): Promise<ArtifactNames | undefined> {
  await mask.prepare();
  const paths = new ShownPaths((text) => mask.apply(text));
  const renamed = artifacts.flatMap(({ path }): [string, string][] => {
    const shown = paths.of(path);
    return shown === path ? [] : [[vault.digest(path), shown]];
  });
  return renamed.length === 0 ? undefined : Object.fromEntries(renamed);
}

/** An artifact in Jenkins, and the path under which users see it. */
export interface ShownArtifact extends BuildArtifact {
  readonly original: string;
}

/** The artifacts under the paths that users see. */
export function shownArtifacts(
  artifacts: readonly BuildArtifact[],
  names: ArtifactNames | undefined,
  vault: Pick<SecretVault, 'digest'> | undefined,
): readonly ShownArtifact[] {
  return artifacts.map(({ path, build }) => {
    const shown = names === undefined || vault === undefined ? undefined : names[vault.digest(path)];
    return { path: shown ?? path, original: path, build };
  });
}
