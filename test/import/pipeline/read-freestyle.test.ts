import { describe, expect, test } from 'vitest';
import type { Pipeline } from '../../../src/import/pipeline/pipeline.ts';
import { readJob } from '../../../src/import/pipeline/read-config-xml.ts';
import { printPipeline } from './print-pipeline.ts';

function read(content: string): Pipeline {
  const job = readJob(`<?xml version='1.1' encoding='UTF-8'?>\n<project>${content}</project>`);
  if (job.kind !== 'freestyle') throw new Error(JSON.stringify(job));
  return job.pipeline;
}

const whole = `<?xml version='1.1' encoding='UTF-8'?>
<project>
  <actions/>
  <description>Nightly</description>
  <keepDependencies>false</keepDependencies>
  <properties>
    <hudson.model.ParametersDefinitionProperty>
      <parameterDefinitions>
        <hudson.model.StringParameterDefinition>
          <name>VERSION</name>
          <defaultValue>1.0</defaultValue>
          <trim>false</trim>
        </hudson.model.StringParameterDefinition>
      </parameterDefinitions>
    </hudson.model.ParametersDefinitionProperty>
  </properties>
  <scm class="hudson.plugins.git.GitSCM" plugin="git@5.2.2">
    <configVersion>2</configVersion>
    <userRemoteConfigs>
      <hudson.plugins.git.UserRemoteConfig>
        <url>https://git.example.com/app.git</url>
      </hudson.plugins.git.UserRemoteConfig>
    </userRemoteConfigs>
    <branches>
      <hudson.plugins.git.BranchSpec>
        <name>*/main</name>
      </hudson.plugins.git.BranchSpec>
    </branches>
    <doGenerateSubmoduleConfigurations>false</doGenerateSubmoduleConfigurations>
    <submoduleCfg class="empty-list"/>
    <extensions/>
  </scm>
  <assignedNode>linux &amp;&amp; big</assignedNode>
  <canRoam>false</canRoam>
  <disabled>false</disabled>
  <blockBuildWhenDownstreamBuilding>false</blockBuildWhenDownstreamBuilding>
  <blockBuildWhenUpstreamBuilding>false</blockBuildWhenUpstreamBuilding>
  <jdk>(System)</jdk>
  <triggers>
    <hudson.triggers.TimerTrigger>
      <spec>H 2 * * *</spec>
    </hudson.triggers.TimerTrigger>
  </triggers>
  <concurrentBuild>false</concurrentBuild>
  <builders>
    <hudson.tasks.Shell>
      <command>#!/bin/bash
make VERSION=$VERSION &gt; log.txt</command>
      <configuredLocalRules/>
    </hudson.tasks.Shell>
    <hudson.tasks.Maven>
      <targets>clean install</targets>
      <mavenName>M3</mavenName>
      <usePrivateRepository>false</usePrivateRepository>
    </hudson.tasks.Maven>
  </builders>
  <publishers>
    <hudson.tasks.ArtifactArchiver>
      <artifacts>out/*.zip</artifacts>
      <allowEmptyArchive>false</allowEmptyArchive>
      <onlyIfSuccessful>true</onlyIfSuccessful>
      <fingerprint>false</fingerprint>
      <defaultExcludes>true</defaultExcludes>
      <caseSensitive>true</caseSensitive>
      <followSymlinks>false</followSymlinks>
    </hudson.tasks.ArtifactArchiver>
    <hudson.tasks.BuildTrigger>
      <childProjects>deploy, report</childProjects>
      <threshold>
        <name>SUCCESS</name>
      </threshold>
    </hudson.tasks.BuildTrigger>
  </publishers>
  <buildWrappers>
    <hudson.plugins.timestamper.TimestamperBuildWrapper plugin="timestamper@1"/>
  </buildWrappers>
</project>
`;

describe('a freestyle job', () => {
  const job = readJob(whole);
  if (job.kind !== 'freestyle') throw new Error(job.kind);
  const { pipeline } = job;

  test('is read as a pipeline', () => {
    expect(printPipeline(pipeline).split('\n')).toEqual([
      `agent({ label('linux && big') })`,
      'option disableConcurrentBuilds()',
      'option timestamps()',
      'post always:',
      `archiveArtifacts(artifacts: 'out/*.zip', onlyIfSuccessful: true)`,
      'post success:',
      `build(job: 'deploy', wait: false)`,
      `build(job: 'report', wait: false)`,
      `parameter string(name: 'VERSION', defaultValue: '1.0')`,
      `trigger cron('H 2 * * *')`,
      'steps:',
      `checkout([$class: 'GitSCM', branches: [[name: '*/main']], userRemoteConfigs: [[url: 'https://git.example.com/app.git']]])`,
      `sh('#!/bin/bash\\nmake VERSION=$VERSION > log.txt')`,
      `Maven(targets: 'clean install', mavenName: 'M3', usePrivateRepository: false)`,
    ]);
    expect(pipeline.repository).toMatchObject({ url: 'https://git.example.com/app.git', branch: 'main' });
    expect(pipeline.description).toBe('Nightly');
  });

  test('has places in the XML', () => {
    const { text } = pipeline.file;
    expect(text).toBe(whole);
    const [, shell] = pipeline.steps;
    expect(text.slice(shell!.start, shell!.end)).toMatch(/^<hudson\.tasks\.Shell>[^]*<\/hudson\.tasks\.Shell>$/);
    const call = shell?.kind === 'expression' && shell.expression.kind === 'call' ? shell.expression : undefined;
    const script = call!.arguments[0]!.value;
    expect(text.slice(script.start, script.end)).toMatch(/^<command>[^]*<\/command>$/);
    expect(text.slice(pipeline.agent!.start, pipeline.agent!.end)).toMatch(/^<assignedNode>/);
    expect(text.slice(pipeline.repository!.start, pipeline.repository!.end)).toMatch(/^<scm [^]*<\/scm>$/);
  });

  test('can be empty', () => {
    const empty = read('<scm class="hudson.scm.NullSCM"/><canRoam>true</canRoam>');
    expect(printPipeline(empty)).toBe(`agent('any')\noption disableConcurrentBuilds()`);
    expect(empty.repository).toBeUndefined();
  });
});
