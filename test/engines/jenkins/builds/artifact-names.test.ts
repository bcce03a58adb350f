import { expect, it } from 'vitest';
import { SecretMask } from '../../../../src/base/masking/secret-mask.ts';
import { artifactNames, shownArtifacts } from '../../../../src/engines/jenkins/builds/artifact-names.ts';

const vault = { digest: (text: string) => `digest of ${text.length} characters` };
const artifacts = [
  { path: 'out/plain.txt', build: 1 },
  { path: 'out/hunter2', build: 2 },
];

it('are shown masked, also when the secrets are forgotten', async () => {
  const names = await artifactNames(artifacts, new SecretMask(['hunter2']), vault);
  expect(names).toEqual({ 'digest of 11 characters': 'out/****' });
  expect(shownArtifacts(artifacts, names, vault)).toEqual([
    { path: 'out/plain.txt', original: 'out/plain.txt', build: 1 },
    { path: 'out/****', original: 'out/hunter2', build: 2 },
  ]);
});

it('are unchanged without secrets', async () => {
  expect(await artifactNames(artifacts, new SecretMask(['other']), vault)).toBeUndefined();
  expect(shownArtifacts(artifacts, undefined, vault).map(({ path }) => path)).toEqual(
    artifacts.map(({ path }) => path),
  );
});
