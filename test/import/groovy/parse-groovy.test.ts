import { describe, expect, test } from 'vitest';
import { parseGroovy } from '../../../src/import/groovy/parse-groovy.ts';
import { printStatements } from './print-groovy.ts';

describe('parseGroovy', () => {
  test('reads a declarative pipeline', () => {
    const file = parseGroovy(`#!groovy
@Library('tools') _
pipeline {
  agent { label 'linux' }
  options { timeout(time: 1, unit: 'HOURS') }
  stages {
    stage('Make') {
      when { expression { params.RUN && env.BRANCH_NAME ==~ /release.*/ } }
      steps {
        sh script: "make \${params.TARGET} -j$N",
           returnStdout: true
        script { def x = sh 'a'; echo x ?: 'none' }
      }
    }
  }
}
`);
    expect(file.problems).toEqual([]);
    expect(printStatements(file.statements)).toBe(
      `annotation Library('tools'); pipeline({ -> agent({ -> label('linux')}); options({ -> timeout(time: 1, unit: 'HOURS')}); ` +
        `stages({ -> stage('Make', { -> when({ -> expression({ -> (&& params.RUN (==~ env.BRANCH_NAME 'release.*'))})}); ` +
        `steps({ -> sh(script: <'make ' params.TARGET ' -j' N>, returnStdout: true); ` +
        `script({ -> def x = sh('a'); echo((?: x 'none'))})})})})})`,
    );
    expect(file.comments.map(({ text }) => text)).toEqual(['#!groovy']);
  });
});
