import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/import/groovy/syntax.ts';
import { printExpression } from '../../../src/import/pipeline/print-tree.ts';
import { readJob } from '../../../src/import/pipeline/read-config-xml.ts';
import { readJobPipeline } from '../../../src/import/pipeline/read-job-pipeline.ts';
import { printPipeline } from './print-pipeline.ts';

const workflow = 'org.jenkinsci.plugins.workflow';

/** As Jenkins 2.504.3 writes a job whose script has run once. */
function pipelineJob(properties: string, definition: string, others = ''): string {
  return `<?xml version='1.1' encoding='UTF-8'?>
<flow-definition plugin="workflow-job@1540.v295eccc9778f">
  <actions/>
  <description>Builds the app</description>
  <keepDependencies>false</keepDependencies>
  <properties>${properties}</properties>
  ${definition}
  <triggers/>
  <disabled>false</disabled>${others}
</flow-definition>`;
}

function inline(script: string): string {
  return `<definition class="${workflow}.cps.CpsFlowDefinition" plugin="workflow-cps@4169"><script>${script}</script><sandbox>true</sandbox></definition>`;
}

function read(xml: string) {
  const job = readJob(xml);
  if (job.kind !== 'pipeline') throw new Error(JSON.stringify(job));
  return job;
}

function texts(calls: readonly Call[]): readonly string[] {
  return calls.map(printExpression);
}

describe('a pipeline job', () => {
  test('has its script inline', () => {
    const job = read(pipelineJob('', inline('node {\n  sh &apos;a &lt; b &amp;&amp; c&apos;\n}')));
    expect(job).toEqual({
      kind: 'pipeline',
      script: `node {\n  sh 'a < b && c'\n}`,
      description: 'Builds the app',
      declared: { parameters: [], triggers: [], options: [] },
    });
  });

  test('has its script in a repository', () => {
    const xml = pipelineJob(
      '',
      `<definition class="${workflow}.cps.CpsScmFlowDefinition">
        <scm class="hudson.plugins.git.GitSCM" plugin="git@5">
          <configVersion>2</configVersion>
          <userRemoteConfigs><hudson.plugins.git.UserRemoteConfig>
            <url>https://git.example.com/app.git</url><credentialsId>git-key</credentialsId>
          </hudson.plugins.git.UserRemoteConfig></userRemoteConfigs>
          <branches><hudson.plugins.git.BranchSpec><name>*/main</name></hudson.plugins.git.BranchSpec></branches>
          <submoduleCfg class="empty-list"/><extensions/>
        </scm>
        <scriptPath>ci/Jenkinsfile</scriptPath><lightweight>true</lightweight>
      </definition>`,
    );
    const job = read(xml);
    expect(job).toMatchObject({
      scriptPath: 'ci/Jenkinsfile',
      repository: { url: 'https://git.example.com/app.git', branch: 'main', credential: 'git-key' },
    });
    expect(job.script).toBeUndefined();
    expect(xml.slice(job.repository!.start).startsWith('<scm class=')).toBe(true);
    expect(readJobPipeline(job, `node { }`).repository).toMatchObject({ branch: 'main', start: 0, end: 0 });
  });

  test('declares parameters, triggers and options outside of its script', () => {
    const xml = pipelineJob(
      `<hudson.model.ParametersDefinitionProperty><parameterDefinitions>
        <hudson.model.StringParameterDefinition><name>A</name><description>d</description><defaultValue>a &lt; b</defaultValue><trim>true</trim></hudson.model.StringParameterDefinition>
        <hudson.model.BooleanParameterDefinition><name>B</name><defaultValue>true</defaultValue></hudson.model.BooleanParameterDefinition>
        <hudson.model.ChoiceParameterDefinition><name>C</name><choices><string>x</string><string>y</string></choices></hudson.model.ChoiceParameterDefinition>
        <hudson.model.ChoiceParameterDefinition><name>D</name><choices class="java.util.Arrays$ArrayList"><a class="string-array"><string>z</string></a></choices></hudson.model.ChoiceParameterDefinition>
        <hudson.model.TextParameterDefinition><name>T</name><defaultValue>l1
l2</defaultValue><trim>false</trim></hudson.model.TextParameterDefinition>
        <hudson.model.PasswordParameterDefinition><name>P</name><defaultValue>{AQAAABAAAAAQ}</defaultValue></hudson.model.PasswordParameterDefinition>
        <com.cloudbees.plugins.credentials.CredentialsParameterDefinition plugin="credentials@1"><name>K</name><defaultValue>key</defaultValue><credentialType>com.X</credentialType><required>true</required></com.cloudbees.plugins.credentials.CredentialsParameterDefinition>
        <hudson.model.FileParameterDefinition><name>F</name></hudson.model.FileParameterDefinition>
        <hudson.model.RunParameterDefinition><name>R</name><projectName>base</projectName></hudson.model.RunParameterDefinition>
      </parameterDefinitions></hudson.model.ParametersDefinitionProperty>
      <${workflow}.job.properties.PipelineTriggersJobProperty><triggers>
        <hudson.triggers.TimerTrigger><spec>H 4 * * *</spec></hudson.triggers.TimerTrigger>
        <jenkins.triggers.ReverseBuildTrigger><spec></spec><upstreamProjects>base</upstreamProjects><threshold><name>UNSTABLE</name></threshold></jenkins.triggers.ReverseBuildTrigger>
        <jenkins.triggers.ReverseBuildTrigger><spec></spec><upstreamProjects>other</upstreamProjects><threshold><name>SUCCESS</name></threshold></jenkins.triggers.ReverseBuildTrigger>
        <hudson.triggers.SCMTrigger><spec>@daily</spec><ignorePostCommitHooks>false</ignorePostCommitHooks></hudson.triggers.SCMTrigger>
        <hudson.triggers.SCMTrigger><spec>@daily</spec><ignorePostCommitHooks>true</ignorePostCommitHooks></hudson.triggers.SCMTrigger>
        <com.example.Push__Trigger><allBranches>true</allBranches></com.example.Push__Trigger>
      </triggers></${workflow}.job.properties.PipelineTriggersJobProperty>
      <${workflow}.job.properties.DisableConcurrentBuildsJobProperty><abortPrevious>true</abortPrevious></${workflow}.job.properties.DisableConcurrentBuildsJobProperty>
      <jenkins.model.BuildDiscarderProperty><strategy class="hudson.tasks.LogRotator"><daysToKeep>-1</daysToKeep><numToKeep>5</numToKeep><artifactDaysToKeep>-1</artifactDaysToKeep><artifactNumToKeep>-1</artifactNumToKeep></strategy></jenkins.model.BuildDiscarderProperty>
      <jenkins.model.BuildDiscarderProperty><strategy class="com.example.Other"/></jenkins.model.BuildDiscarderProperty>
      <${workflow}.job.properties.DurabilityHintJobProperty><hint>PERFORMANCE_OPTIMIZED</hint></${workflow}.job.properties.DurabilityHintJobProperty>
      <${workflow}.job.properties.DisableResumeJobProperty/>
      <com.coravy.hudson.plugins.github.GithubProjectProperty><projectUrl>https://example.com/</projectUrl></com.coravy.hudson.plugins.github.GithubProjectProperty>`,
      inline('echo 1'),
      '<quietPeriod>7</quietPeriod>',
    ).replace('<disabled>false', '<disabled>true');
    const { declared } = read(xml);
    expect(texts(declared.parameters)).toEqual([
      `string(name: 'A', defaultValue: 'a < b', description: 'd', trim: true)`,
      `booleanParam(name: 'B', defaultValue: true)`,
      `choice(name: 'C', choices: ['x', 'y'])`,
      `choice(name: 'D', choices: ['z'])`,
      `text(name: 'T', defaultValue: 'l1\\nl2')`,
      `password(name: 'P')`,
      `credentials(name: 'K', defaultValue: 'key', credentialType: 'com.X', required: true)`,
      `file(name: 'F')`,
      `RunParameterDefinition(name: 'R', projectName: 'base')`,
    ]);
    expect(texts(declared.triggers)).toEqual([
      `cron('H 4 * * *')`,
      `upstream(upstreamProjects: 'base', threshold: hudson.model.Result.UNSTABLE)`,
      `upstream(upstreamProjects: 'other')`,
      `pollSCM('@daily')`,
      `pollSCM(scmpoll_spec: '@daily', ignorePostCommitHooks: true)`,
      `Push_Trigger(allBranches: true)`,
    ]);
    expect(texts(declared.options)).toEqual([
      'disableConcurrentBuilds(abortPrevious: true)',
      `buildDiscarder(logRotator(numToKeepStr: '5'))`,
      'BuildDiscarderProperty()',
      `durabilityHint('PERFORMANCE_OPTIMIZED')`,
      'disableResume()',
      `GithubProjectProperty(projectUrl: 'https://example.com/')`,
      'quietPeriod(7)',
      'disabled(true)',
    ]);
    expect(xml.slice(declared.triggers[0]!.start, declared.triggers[0]!.end)).toBe(
      '<hudson.triggers.TimerTrigger><spec>H 4 * * *</spec></hudson.triggers.TimerTrigger>',
    );
  });
});

describe('the pipeline of a job', () => {
  const parameters = (name: string) =>
    `<hudson.model.ParametersDefinitionProperty><parameterDefinitions><hudson.model.StringParameterDefinition><name>${name}</name></hudson.model.StringParameterDefinition></parameterDefinitions></hudson.model.ParametersDefinitionProperty>
    <com.x.Foo-Bar/>
    <${workflow}.job.properties.PipelineTriggersJobProperty><triggers><hudson.triggers.TimerTrigger><spec>@daily</spec></hudson.triggers.TimerTrigger></triggers></${workflow}.job.properties.PipelineTriggersJobProperty>`;

  test('has what the config.xml declares behind its script', () => {
    const job = read(pipelineJob(parameters('X'), inline(`node { sh 'make' }`)));
    const pipeline = readJobPipeline(job, job.script!);
    expect(printPipeline(pipeline)).toBe(
      `option Foo_Bar()\nparameter string(name: 'X')\ntrigger cron('@daily')\nsteps:\nnode({ sh('make') })`,
    );
    expect(pipeline.description).toBe('Builds the app');
    const { text } = pipeline.file;
    expect(text.startsWith(`node { sh 'make' }\n\n// Declared in the config.xml of the job.\n`)).toBe(true);
    expect(pipeline.parameters.map(({ start, end }) => text.slice(start, end))).toEqual([`string(name: 'X')`]);
  });

  test('is that of the script where both declare the same', () => {
    const script = `pipeline {\n agent any\n parameters { text(name: 'X') }\n triggers { cron('@weekly') }\n options { Foo_Bar() } }`;
    const pipeline = readJobPipeline(read(pipelineJob(parameters('X'), inline('x'))), script);
    expect(pipeline.file.text).toBe(script);
    expect(texts(pipeline.triggers)).toEqual([`cron('@weekly')`]);
  });

  test('is read next to the answer of a controller', () => {
    const script = `pipeline {\n agent any\n}`;
    const job = read(pipelineJob(parameters('X'), inline(script)));
    const answer = { data: { result: 'success', json: { pipeline: { agent: { type: 'none' }, stages: [] } } } };
    expect(printPipeline(readJobPipeline(job, script, answer))).toBe(
      `agent('none')\noption Foo_Bar()\nparameter string(name: 'X')\ntrigger cron('@daily')`,
    );
  });

  test('keeps the declarations behind a script that cannot be read', () => {
    const job = read(pipelineJob(parameters('X'), inline('x')));
    const pipeline = readJobPipeline(job, `node { sh 'make' /* `);
    expect(texts(pipeline.parameters)).toEqual([`string(name: 'X')`]);
    expect(pipeline.file.problems.length).toBeGreaterThan(0);
  });
});

describe('a job of another kind', () => {
  test.each([
    ['<com.cloudbees.hudson.plugins.folder.Folder/>', { kind: 'folder' }],
    ['<jenkins.branch.OrganizationFolder/>', { kind: 'organization' }],
    ['<matrix-project/>', { kind: 'matrix', element: 'matrix-project' }],
    ['<maven2-moduleset/>', { kind: 'unsupported', element: 'maven2-moduleset' }],
    [
      '<flow-definition><definition class="com.example.Template"/></flow-definition>',
      { kind: 'unsupported', element: 'com.example.Template' },
    ],
    ['<flow-definition/>', { kind: 'unsupported', element: 'flow-definition' }],
  ])('%s', (xml, job) => {
    expect(readJob(xml)).toEqual(job);
  });

  test('a multibranch project names its sources', () => {
    const job =
      readJob(`<org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject plugin="workflow-multibranch@1">
      <description>All branches</description>
      <sources class="jenkins.branch.MultiBranchProject$BranchSourceList"><data>
        <jenkins.branch.BranchSource><source class="jenkins.plugins.git.GitSCMSource"><remote>https://git.example.com/a.git</remote><credentialsId>k</credentialsId></source></jenkins.branch.BranchSource>
        <jenkins.branch.BranchSource><source class="org.jenkinsci.plugins.github_branch_source.GitHubSCMSource"><repoOwner>o</repoOwner><repository>r</repository></source></jenkins.branch.BranchSource>
        <jenkins.branch.BranchSource><source class="com.example.OtherSource"/></jenkins.branch.BranchSource>
      </data></sources>
      <factory class="org.jenkinsci.plugins.workflow.multibranch.WorkflowBranchProjectFactory"><scriptPath>ci/build</scriptPath></factory>
    </org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject>`);
    expect(job).toMatchObject({
      kind: 'multibranch',
      scriptPath: 'ci/build',
      description: 'All branches',
      sources: [{ url: 'https://git.example.com/a.git', credential: 'k' }, { url: 'https://github.com/o/r.git' }],
      otherSources: ['com.example.OtherSource'],
    });
  });
});

describe('the XML', () => {
  test.each([
    ['1.0', '&#9;'],
    ['1.1', '&#x1b;[1m'],
    ['1.1', '&#27;[1m'],
    ['1.1', '&#x1;&#31;'],
  ])('can be of version %s and have control characters: %s', (version, reference) => {
    const xml = pipelineJob('', inline(`echo &apos;é😀${reference}x&apos;`), '<quietPeriod>7</quietPeriod>');
    const job = read(xml.replace('1.1', version));
    const text = reference.replaceAll(/&#(x?)([\da-f]+);/g, (_, hex: string, code: string) =>
      String.fromCharCode(Number.parseInt(code, hex === '' ? 10 : 16)),
    );
    expect(job.script).toBe(`echo 'é😀${text}x'`);
    const [quietPeriod] = job.declared.options;
    expect(xml.slice(quietPeriod!.start, quietPeriod!.end)).toBe('<quietPeriod>7</quietPeriod>');
  });

  test('can have a byte order mark, line ends of Windows, CDATA and a document type', () => {
    const xml = `\uFEFF<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>\r\n${inline('<![CDATA[a < b\r\nc]]>')}`;
    expect(read(`${xml.replace('<definition', '<flow-definition><definition')}</flow-definition>`).script).toBe(
      'a < b\nc',
    );
  });

  test.each([
    ['', 'The XML is invalid'],
    ['<project>', 'The XML is invalid'],
    [
      '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><project>&y;</project>',
      'The XML is invalid: Named entity',
    ],
    [`${'<a>'.repeat(250)}${'</a>'.repeat(250)}`, 'nested too deeply'],
    [`${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`, 'nested too deeply'],
    [`<a>${' '.repeat(11_000_000)}</a>`, 'larger than the limit of 10 MB'],
  ])('that cannot be read is a problem (case %#)', (xml, message) => {
    const job = readJob(xml);
    expect(job.kind === 'unreadable' && job.problem.message).toContain(message);
  });

  test('that cannot be read names the place', () => {
    const xml = `<project>\n  <a>&nope;</a>\n</project>`;
    const job = readJob(xml);
    expect(job.kind === 'unreadable' && xml.slice(job.problem.start)).toMatch(/^&?nope;|^;?<\/a>/);
  });
});
