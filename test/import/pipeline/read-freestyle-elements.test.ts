import { describe, expect, test } from 'vitest';
import type { Pipeline } from '../../../src/import/pipeline/pipeline.ts';
import { printStatement } from '../../../src/import/pipeline/print-tree.ts';
import { readJob } from '../../../src/import/pipeline/read-config-xml.ts';
import { printPipeline } from './print-pipeline.ts';

function read(content: string): Pipeline {
  const job = readJob(`<?xml version='1.1' encoding='UTF-8'?>\n<project>${content}</project>`);
  if (job.kind !== 'freestyle') throw new Error(JSON.stringify(job));
  return job.pipeline;
}

function linesOf(content: string): readonly string[] {
  return printPipeline(read(`<concurrentBuild>true</concurrentBuild>${content}`))
    .split('\n')
    .slice(1);
}

describe('the elements of a freestyle job', () => {
  const git = (inside: string) => `<scm class="hudson.plugins.git.GitSCM">${inside}</scm>`;
  const remote = (url: string) =>
    `<hudson.plugins.git.UserRemoteConfig><url>${url}</url></hudson.plugins.git.UserRemoteConfig>`;
  const bindings = (inside: string) =>
    `<builders><hudson.tasks.Shell><command>x</command></hudson.tasks.Shell></builders><buildWrappers><org.jenkinsci.plugins.credentialsbinding.impl.SecretBuildWrapper><bindings>${inside}</bindings></org.jenkinsci.plugins.credentialsbinding.impl.SecretBuildWrapper></buildWrappers>`;
  const binding = (name: string, inside: string) =>
    `<org.jenkinsci.plugins.credentialsbinding.impl.${name}><credentialsId>id</credentialsId>${inside}</org.jenkinsci.plugins.credentialsbinding.impl.${name}>`;
  const timeout = (inside: string) =>
    `<buildWrappers><hudson.plugins.build__timeout.BuildTimeoutWrapper>${inside}</hudson.plugins.build__timeout.BuildTimeoutWrapper></buildWrappers>`;
  const publisher = (name: string, inside: string) => `<publishers><${name}>${inside}</${name}></publishers>`;

  test.each<readonly [string, string, readonly string[]]>([
    [
      'batch files',
      '<builders><hudson.tasks.BatchFile><command>dir</command></hudson.tasks.BatchFile></builders>',
      ['steps:', `bat('dir')`],
    ],
    [
      'scripts that can make a build unstable',
      '<builders><hudson.tasks.Shell><command>x</command><unstableReturn>3</unstableReturn></hudson.tasks.Shell></builders>',
      ['steps:', `Shell(command: 'x', unstableReturn: '3')`],
    ],
    [
      'scripts whose code for unstable is unset',
      '<builders><hudson.tasks.Shell><command>x</command><unstableReturn>0</unstableReturn></hudson.tasks.Shell></builders>',
      ['steps:', `sh('x')`],
    ],
    [
      'builders that only plugins know',
      '<builders><hudson.plugins.gradle.Gradle><tasks>build</tasks></hudson.plugins.gradle.Gradle></builders>',
      ['steps:', `Gradle(tasks: 'build')`],
    ],
    [
      'credentials around the steps',
      bindings(
        binding('StringBinding', '<variable>A</variable>') +
          binding(
            'UsernamePasswordMultiBinding',
            '<usernameVariable>U</usernameVariable><passwordVariable>P</passwordVariable>',
          ),
      ),
      [
        'steps:',
        `withCredentials([string(credentialsId: 'id', variable: 'A'), usernamePassword(credentialsId: 'id', usernameVariable: 'U', passwordVariable: 'P')], { sh('x') })`,
      ],
    ],
    [
      'credentials of another kind',
      bindings(binding('OtherBinding', '')),
      ['unknown SecretBuildWrapper()', 'steps:', `sh('x')`],
    ],
    [
      'keys for SSH',
      '<buildWrappers><com.cloudbees.jenkins.plugins.sshagent.SSHAgentBuildWrapper><credentialIds><string>k</string></credentialIds></com.cloudbees.jenkins.plugins.sshagent.SSHAgentBuildWrapper></buildWrappers>',
      ['steps:', `sshagent(['k'], {  })`],
    ],
    [
      'a timeout',
      timeout(
        '<strategy class="hudson.plugins.build_timeout.impl.AbsoluteTimeOutStrategy"><timeoutMinutes>30</timeoutMinutes></strategy><operationList><hudson.plugins.build__timeout.operations.AbortOperation/></operationList>',
      ),
      [`option timeout(time: 30, unit: 'MINUTES')`],
    ],
    [
      'a timeout that does not abort',
      timeout(
        '<strategy class="hudson.plugins.build_timeout.impl.AbsoluteTimeOutStrategy"><timeoutMinutes>30</timeoutMinutes></strategy><operationList><hudson.plugins.build__timeout.operations.WriteDescriptionOperation/></operationList>',
      ),
      ['unknown BuildTimeoutWrapper()'],
    ],
    [
      'a timeout of another kind',
      timeout('<strategy class="hudson.plugins.build_timeout.impl.ElasticTimeOutStrategy"/>'),
      ['unknown BuildTimeoutWrapper()'],
    ],
    [
      'colours',
      '<buildWrappers><hudson.plugins.ansicolor.AnsiColorBuildWrapper><colorMapName>vga</colorMapName></hudson.plugins.ansicolor.AnsiColorBuildWrapper></buildWrappers>',
      [`option ansiColor('vga')`],
    ],
    [
      'a clean workspace before the build',
      '<buildWrappers><hudson.plugins.ws__cleanup.PreBuildCleanup><deleteDirs>false</deleteDirs><cleanupParameter/></hudson.plugins.ws__cleanup.PreBuildCleanup></buildWrappers>',
      ['steps:', 'cleanWs()'],
    ],
    [
      'a clean part of the workspace',
      '<buildWrappers><hudson.plugins.ws__cleanup.PreBuildCleanup><patterns><hudson.plugins.ws__cleanup.Pattern/></patterns></hudson.plugins.ws__cleanup.PreBuildCleanup></buildWrappers>',
      ['unknown PreBuildCleanup()'],
    ],
    [
      'other wrappers',
      '<buildWrappers><EnvInjectBuildWrapper><info/></EnvInjectBuildWrapper></buildWrappers>',
      ['unknown EnvInjectBuildWrapper()'],
    ],
    [
      'reports of tests',
      publisher(
        'hudson.tasks.junit.JUnitResultArchiver',
        '<testResults>r/*.xml</testResults><keepLongStdio>false</keepLongStdio><healthScaleFactor>1.0</healthScaleFactor><allowEmptyResults>true</allowEmptyResults>',
      ),
      ['post always:', `junit(testResults: 'r/*.xml', allowEmptyResults: true)`],
    ],
    [
      'mails',
      publisher(
        'hudson.tasks.Mailer',
        '<recipients>a@b.c</recipients><dontNotifyEveryUnstableBuild>true</dontNotifyEveryUnstableBuild><sendToIndividuals>false</sendToIndividuals>',
      ),
      [
        'post always:',
        `step([$class: 'Mailer', recipients: 'a@b.c', notifyEveryUnstableBuild: false, sendToIndividuals: false])`,
      ],
    ],
    [
      'jobs that follow unstable builds too',
      publisher(
        'hudson.tasks.BuildTrigger',
        '<childProjects>a</childProjects><threshold><name>UNSTABLE</name></threshold>',
      ),
      ['post success:', `build(job: 'a', wait: false)`, 'post unstable:', `build(job: 'a', wait: false)`],
    ],
    [
      'jobs that follow at another result',
      publisher(
        'hudson.tasks.BuildTrigger',
        '<childProjects>a</childProjects><threshold><name>ABORTED</name></threshold>',
      ),
      ['post always:', `BuildTrigger(childProjects: 'a')`],
    ],
    [
      'a clean workspace after the build',
      publisher(
        'hudson.plugins.ws__cleanup.WsCleanup',
        '<patterns class="empty-list"/><deleteDirs>false</deleteDirs><cleanWhenFailure>true</cleanWhenFailure>',
      ),
      ['post cleanup:', 'cleanWs()'],
    ],
    [
      'a clean workspace after some builds',
      publisher('hudson.plugins.ws__cleanup.WsCleanup', '<cleanWhenFailure>false</cleanWhenFailure>'),
      ['post cleanup:', 'WsCleanup(cleanWhenFailure: false)'],
    ],
    ['other publishers', publisher('com.example.Notifier', '<room>x</room>'), ['post always:', `Notifier(room: 'x')`]],
    [
      'repositories of other systems',
      '<scm class="hudson.scm.SubversionSCM"><remote>svn://x</remote></scm>',
      [`unknown SubversionSCM(remote: 'svn://x')`],
    ],
    [
      'repositories with several remotes',
      git(`<userRemoteConfigs>${remote('a')}${remote('b')}</userRemoteConfigs>`),
      ['unknown GitSCM()'],
    ],
    [
      'repositories with more than a plain checkout',
      git(
        `<userRemoteConfigs>${remote('a')}</userRemoteConfigs><extensions><hudson.plugins.git.extensions.impl.CleanCheckout/></extensions>`,
      ),
      ['unknown GitSCM()'],
    ],
    ['a tool', '<jdk>jdk-17</jdk>', [`tool jdk('jdk-17')`]],
    ['a quiet period', '<quietPeriod>5</quietPeriod>', ['option quietPeriod(5)']],
    [
      'an old way to keep builds',
      '<logRotator><daysToKeep>7</daysToKeep><numToKeep>-1</numToKeep></logRotator>',
      [`option buildDiscarder(logRotator(daysToKeepStr: '7'))`],
    ],
    [
      'what changes how jobs wait',
      '<blockBuildWhenUpstreamBuilding>true</blockBuildWhenUpstreamBuilding>',
      ['unknown blockBuildWhenUpstreamBuilding()'],
    ],
    [
      'other elements',
      '<authToken>secret</authToken><com.x.More><a>1</a></com.x.More>',
      ['unknown authToken()', `unknown More(a: '1')`],
    ],
  ])('%s', (_, content, expected) => {
    expect(linesOf(content)).toEqual(expected);
  });

  test('a checkout stands behind a clean workspace, and in front of what is around the steps', () => {
    const wrappers =
      '<hudson.plugins.ws__cleanup.PreBuildCleanup/><com.cloudbees.jenkins.plugins.sshagent.SSHAgentBuildWrapper><credentialIds><string>k</string></credentialIds></com.cloudbees.jenkins.plugins.sshagent.SSHAgentBuildWrapper>';
    const config =
      '<hudson.plugins.git.UserRemoteConfig><url>u</url><credentialsId>c</credentialsId></hudson.plugins.git.UserRemoteConfig>';
    const steps =
      '<builders><hudson.tasks.Shell><command>x</command></hudson.tasks.Shell></builders>' +
      `<buildWrappers>${wrappers}</buildWrappers>`;
    expect(linesOf(`${git(`<userRemoteConfigs>${config}</userRemoteConfigs>`)}${steps}`)).toEqual([
      'steps:',
      'cleanWs()',
      `checkout([$class: 'GitSCM', userRemoteConfigs: [[url: 'u', credentialsId: 'c']]])`,
      `sshagent(['k'], { sh('x') })`,
    ]);
  });

  test('an agent with a folder', () => {
    const { agent } = read('<assignedNode>a</assignedNode><customWorkspace>/w</customWorkspace>');
    expect(printStatement({ kind: 'expression', expression: agent!, start: 0, end: 0 })).toBe(
      `agent({ node({ label('a')\ncustomWorkspace('/w') }) })`,
    );
  });
});
