import { describe, expect, it } from 'vitest';
import { mapSteps, plainScope } from './map-steps.ts';

const shapeOf = (source: string) => mapSteps(source).shapes[0];

describe('sh', () => {
  it('is a command if the next one can share its session', () => {
    expect(mapSteps("sh 'make test'")).toMatchObject({
      shapes: [{ kind: 'shell', commands: ['make test'] }],
      byHand: [],
      differs: [],
    });
  });

  it('is a script otherwise', () => {
    expect(shapeOf("sh 'cd build && make'")).toEqual({ kind: 'shell', script: 'cd build && make' });
  });

  it('loses the indentation that all lines share', () => {
    expect(shapeOf("sh '''\n    set -u\n    if true; then\n      make\n    fi\n  '''")).toEqual({
      kind: 'shell',
      script: 'set -u\nif true; then\n  make\nfi',
    });
  });

  it('keeps the lines of here-documents', () => {
    expect(shapeOf("sh '''\n    cat <<E\n    a\nE\n'''")).toEqual({ kind: 'shell', script: '    cat <<E\n    a\nE' });
  });

  it('goes on after failures if its first line names a shell', () => {
    expect(shapeOf("sh '''#!/bin/bash\nmake\ntrue'''")).toEqual({
      kind: 'shell',
      script: '#!/bin/bash\nset +e\nmake\ntrue',
    });
    expect(shapeOf("sh '''#!/usr/bin/env bash\nmake'''")).toMatchObject({
      script: '#!/usr/bin/env bash\nset +e\nmake',
    });
    expect(shapeOf("sh '''#!/bin/bash -xe\nmake\ntrue'''")).toEqual({
      kind: 'shell',
      script: '#!/bin/bash -xe\nmake\ntrue',
    });
    expect(shapeOf("sh '''\n#!/bin/bash\nmake'''")).toEqual({ kind: 'shell', script: '#!/bin/bash\nmake' });
  });

  it('is by hand with another interpreter', () => {
    expect(mapSteps("sh '''#!/usr/bin/env python3\nprint(1)'''").byHand).toEqual([
      'agents run scripts of bash, dash, ksh, zsh and sh only',
    ]);
    const container = { ...plainScope, container: { image: 'node:22' } };
    expect(mapSteps("sh '''#!/bin/bash\nmake'''", container).byHand).toEqual([
      'a container runs scripts with its /bin/sh',
    ]);
  });

  it('has its label as description and id', () => {
    expect(mapSteps("sh label: 'Compile', script: 'make'").tasks).toMatchObject([
      { id: 'compile', common: { description: 'Compile' }, shape: { commands: ['make'] } },
    ]);
  });

  it('ignores the status that it returns', () => {
    expect(shapeOf("sh(script: 'make', returnStatus: true)")).toEqual({
      kind: 'shell',
      script: 'set +e\n(\nset -e\nmake\n)\ntrue',
    });
    expect(mapSteps("sh(script: 'make', returnStdout: true)").differs).toEqual(['its output is in the log']);
  });

  it('runs in the folder, the container and the environment around it', () => {
    const scope = {
      ...plainScope,
      folder: { word: 'app', path: 'app' },
      container: { image: 'node:22' },
      taskEnv: new Map([['CI', 'yes']]),
      workerGroup: 'linux',
    };
    expect(mapSteps("sh 'npm ci'", scope).tasks).toMatchObject([
      {
        shape: {
          kind: 'container',
          image: 'node:22',
          commands: ['mkdir -p app', '(cd app && npm ci)'],
          env: { CI: 'yes' },
        },
        common: { worker_group: 'linux' },
      },
    ]);
    const prelude = { ...scope, prelude: ['export PATH=/opt:"$PATH"'] };
    expect(mapSteps("sh 'npm ci'", prelude).shapes).toMatchObject([
      { script: 'export PATH=/opt:"$PATH"\nmkdir -p app\ncd app\nnpm ci' },
    ]);
    expect(
      mapSteps("sh '''#!/bin/sh -e\nnpm ci\nls'''", { ...plainScope, prelude: ['export A=1'] }).shapes,
    ).toMatchObject([{ script: '#!/bin/sh -e\nexport A=1\nnpm ci\nls' }]);
  });

  it('is by hand with arguments that are not known', () => {
    expect(mapSteps("sh script: 'make', timeout: 5").byHand).toEqual(['the import does not know its argument timeout']);
    expect(mapSteps('sh()').byHand).toEqual(['it has no script']);
    expect(mapSteps("sh script: 'make', returnStatus: isQuiet()").byHand).toEqual(['what it returns is computed']);
  });

  it('is nothing if it is empty', () => {
    expect(mapSteps("sh ''").tasks).toEqual([]);
  });
});

it.each(['bat', 'powershell', 'pwsh'])('%s is by hand', (name) => {
  expect(mapSteps(`${name} 'dir'`).byHand).toEqual([`agents run POSIX shells, not ${name}`]);
});

it.each(["readFile 'a'", 'isUnix()', "load 'a.groovy'"])('%s is by hand', (source) => {
  expect(mapSteps(source).byHand).toHaveLength(1);
});
