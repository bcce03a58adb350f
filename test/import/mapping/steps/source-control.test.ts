import { describe, expect, it } from 'vitest';
import { mapSteps } from './map-steps.ts';

const scriptOf = (source: string) => {
  const [shape] = mapSteps(source).shapes;
  return shape?.kind === 'shell' ? shape.script : undefined;
};

describe('checkout', () => {
  it('of the source of the job has inputs for it', () => {
    const { mapping, tasks } = mapSteps('checkout scm');
    expect([...mapping.flow.inputs.keys()]).toEqual(['REPOSITORY', 'REVISION']);
    expect(tasks).toMatchObject([{ id: 'checkout', shape: { kind: 'shell' } }]);
    expect(scriptOf('checkout scm')?.split('done\n')[1]).toBe(
      [
        'git init -q',
        'git fetch -q --force --tags -- "{{ inputs.REPOSITORY }}" "{{ inputs.REVISION }}"',
        'git checkout -q --force --detach FETCH_HEAD',
      ].join('\n'),
    );
  });

  it('of a Git repository fetches its branch', () => {
    const source = `checkout([$class: 'GitSCM', branches: [[name: '*/develop']],
      userRemoteConfigs: [[url: 'https://git.example/a.git', credentialsId: 'git']],
      extensions: [[$class: 'RelativeTargetDirectory', relativeTargetDir: 'a'], [$class: 'CleanBeforeCheckout']]])`;
    const { differs } = mapSteps(source);
    const script = scriptOf(source);
    expect(script).toMatch(/^mkdir -p a\ncd a\ngit init/);
    expect(script).toMatch(/git fetch -q --force --tags -- \S*https:\/\/git\.example\/a\.git"? "?develop"?\n/);
    expect(differs).toContain('it ignores CleanBeforeCheckout');
    expect(scriptOf("checkout scmGit(branches: [[name: 'main']], userRemoteConfigs: [[url: 'x']])")).toMatch(
      /"?x"? "?main"?\n/,
    );
  });

  it.each([
    "checkout([$class: 'SubversionSCM', locations: []])",
    "checkout([$class: 'GitSCM', branches: [[name: 'release-*']], userRemoteConfigs: [[url: 'x']]])",
    "checkout([$class: 'GitSCM', branches: scm.branches, userRemoteConfigs: scm.userRemoteConfigs])",
    "checkout([$class: 'GitSCM', branches: [[name: 'a']], userRemoteConfigs: [[url: 'x'], [url: 'y']]])",
  ])('is by hand: %s', (source) => {
    expect(mapSteps(source).byHand).toHaveLength(1);
  });
});

it('git checks out a branch, which is master by default', () => {
  expect(scriptOf("git 'https://git.example/a.git'")).toMatch(
    /master"?\ngit checkout -q --force -B "?master"? FETCH_HEAD$/,
  );
  expect(scriptOf("git url: 'https://git.example/a.git', branch: params.VERSION")).toMatch(/\{\{ inputs\.VERSION \}\}/);
});
