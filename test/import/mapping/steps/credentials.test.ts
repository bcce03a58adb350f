import { describe, expect, it } from 'vitest';
import { mapSteps, plainScope } from './map-steps.ts';

const inputsOf = (source: string) =>
  Object.fromEntries([...mapSteps(source).mapping.flow.inputs].map(([id, { properties }]) => [id, properties]));

describe('withCredentials', () => {
  it('names a secret text', () => {
    const source = "withCredentials([string(credentialsId: 'npm', variable: 'NPM_TOKEN')]) { sh 'npm publish' }";
    expect(inputsOf(source)).toEqual({ NPM_TOKEN: { type: 'SECRET', defaults: 'credential:npm' } });
    expect(mapSteps(source)).toMatchObject({ shapes: [{ kind: 'shell', commands: ['npm publish'] }], differs: [] });
  });

  it('asks for the parts of other credentials', () => {
    const source = `withCredentials([usernamePassword(credentialsId: 'hub', usernameVariable: 'USR', passwordVariable: 'PSW')]) {
      sh 'login'
    }`;
    expect(inputsOf(source)).toEqual({
      USR: { type: 'SECRET', description: 'Of the Jenkins credential hub: the user name.' },
      PSW: { type: 'SECRET', description: 'Of the Jenkins credential hub: the password.' },
    });
    expect(mapSteps(source).differs).toHaveLength(2);
  });

  it('writes files for the time of the task', () => {
    const source = "withCredentials([file(credentialsId: 'kube', variable: 'KUBECONFIG')]) { sh 'kubectl get pods' }";
    expect(mapSteps(source).shapes).toMatchObject([
      {
        script: [
          `(umask 077; printf '%s' "{{ inputs.KUBECONFIG-kube }}" > "$FLOWGATE_TASK_DIR/KUBECONFIG")`,
          'export KUBECONFIG="$FLOWGATE_TASK_DIR/KUBECONFIG"',
          'kubectl get pods',
        ].join('\n'),
      },
    ]);
  });

  it('keeps the names that scripts know', () => {
    const source = "withCredentials([string(credentialsId: 'a', variable: 'token')]) { sh 'use' }";
    expect(Object.keys(inputsOf(source))).toEqual(['token-a']);
    expect(mapSteps(source).shapes).toMatchObject([{ env: { token: '{{ inputs.token-a }}' } }]);
  });

  it('tells two credentials of one name apart, and has the same one once', () => {
    const bind = (id: string) => `withCredentials([string(credentialsId: '${id}', variable: 'T')]) { sh 'use' }\n`;
    expect(Object.keys(inputsOf(bind('a') + bind('b') + bind('a')))).toEqual(['T', 'T-b']);
  });

  it.each([
    "withCredentials([certificate(credentialsId: 'a', keystoreVariable: 'K')]) { sh 'x' }",
    "withCredentials([string(credentialsId: params.DEPLOY, variable: 'T')]) { sh 'x' }",
    "withCredentials(all()) { sh 'x' }",
    "sshagent(['deploy']) { sh 'x' }",
  ])('is by hand: %s', (source) => {
    expect(mapSteps(source).byHand).toHaveLength(1);
  });

  it('has no files in containers', () => {
    const container = { ...plainScope, container: { image: 'node:22' } };
    const source = "withCredentials([file(credentialsId: 'kube', variable: 'KUBECONFIG')]) { sh 'x' }";
    expect(mapSteps(source, container).byHand).toHaveLength(1);
  });
});

describe('withEnv', () => {
  it('sets variables of the scripts inside', () => {
    expect(mapSteps('withEnv(["A=b", "V=x-${params.VERSION}"]) { sh "make" }').shapes).toEqual([
      { kind: 'shell', commands: ['make'], env: { A: 'b', V: 'x-{{ inputs.VERSION }}' } },
    ]);
  });

  it('puts values before others', () => {
    expect(mapSteps("withEnv(['PATH+X=/opt/bin', 'LIBS+=/l']) { sh 'make' }").shapes).toEqual([
      { kind: 'shell', script: 'export PATH=/opt/bin"${PATH:+:$PATH}"\nexport LIBS=/l"${LIBS:+:$LIBS}"\nmake' },
    ]);
  });

  it('is by hand if a name or a value is computed', () => {
    expect(mapSteps('withEnv(["${x}=b"]) { sh "make" }').byHand).toHaveLength(1);
    expect(mapSteps('withEnv(all()) { sh "make" }').byHand).toEqual(['its variables are computed']);
  });
});
