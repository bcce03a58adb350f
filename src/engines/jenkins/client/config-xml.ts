import { protocolParameters, secretTextClass, type JobParameter } from '../jenkinsfile/job-parameter.ts';
import { durabilityHints } from '../jenkinsfile/pipeline.ts';
import { jobProperties } from './is-same-config.ts';
import type { JenkinsJob } from './jenkins-gateway.ts';
import { element, type XmlElement } from './xml-document.ts';

export interface JobSettings {
  /** The number of ended builds that Jenkins keeps with their logs and artifacts. */
  readonly buildsToKeep: number;
  readonly disabled: boolean;
}

/**
 * The config.xml of a flow's job. Only this file defines the job's properties (docs/reference/jenkins.md): a
 * `parameters` block in the script would restore those of an older revision. It does not disable concurrent builds.
 */
export function jobConfig(job: JenkinsJob, settings: JobSettings): XmlElement {
  const parameters = [...job.parameters, ...ownParameters].map(parameterDefinition);
  return element('flow-definition', [
    element('description', job.description),
    element('displayName', job.key.id),
    element('keepDependencies', 'false'),
    element('properties', [
      element('jenkins.model.BuildDiscarderProperty', [discarder(settings.buildsToKeep)]),
      element('hudson.model.ParametersDefinitionProperty', [element('parameterDefinitions', parameters)]),
      ...durabilityProperty(job),
    ]),
    element('definition', [element('script', scriptText(job.script)), element('sandbox', 'true')], {
      class: 'org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition',
    }),
    element('triggers', ''),
    element('disabled', String(settings.disabled)),
  ]);
}

function durabilityProperty({ durability = 'full' }: JenkinsJob): XmlElement[] {
  const hint = durabilityHints[durability];
  return hint === undefined ? [] : [element(jobProperties.durability, [element('hint', hint)])];
}

/**
 * Encodes a Groovy script for Jenkins: the same script without a `]`. Jenkins reads its own files with a parser that
 * duplicates text around a `]` at a boundary of its buffer (docs/decisions/jenkinsfile.md), and it writes every
 * character that XML allows unescaped, so only Groovy can hide the bracket. Groovy decodes `\u005d` everywhere, in
 * code, literals and comments, unless the backslash is the second one of a pair: a lone backslash before it is
 * therefore also written as an escape.
 */
export function scriptText(jenkinsfile: string): string {
  return jenkinsfile.replace(/(\\*)\]/g, (_, backslashes: string) => {
    const isLone = backslashes.length % 2 === 1;
    return `${isLone ? `${backslashes.slice(1)}\\u005c` : backslashes}\\u005d`;
  });
}

/** The config.xml of a folder. */
export function folderConfig(displayName: string): XmlElement {
  return element('com.cloudbees.hudson.plugins.folder.Folder', [element('displayName', displayName)]);
}

const ownParameters: readonly JobParameter[] = [
  { name: protocolParameters.execution, description: 'Set by Flowgate; empty for a build started by hand.' },
  { name: protocolParameters.inputs, description: 'Set by Flowgate: the inputs that have a value.' },
  { name: protocolParameters.digest, description: 'Set by Flowgate: the digest of the script to run.' },
].map((parameter) => ({ ...parameter, kind: 'string', defaultValue: '' }));

function discarder(buildsToKeep: number): XmlElement {
  return element(
    'strategy',
    [
      element('daysToKeep', '-1'),
      element('numToKeep', String(buildsToKeep)),
      element('artifactDaysToKeep', '-1'),
      element('artifactNumToKeep', '-1'),
    ],
    { class: 'hudson.tasks.LogRotator' },
  );
}

function parameterDefinition(parameter: JobParameter): XmlElement {
  const names = [element('name', parameter.name), element('description', parameter.description)];
  switch (parameter.kind) {
    case 'string':
    case 'text': {
      const type = parameter.kind === 'string' ? 'String' : 'Text';
      return element(`hudson.model.${type}ParameterDefinition`, [
        ...names,
        element('defaultValue', parameter.defaultValue),
        element('trim', 'false'),
      ]);
    }
    case 'booleanParam':
      return element('hudson.model.BooleanParameterDefinition', [
        ...names,
        element('defaultValue', String(parameter.defaultValue)),
      ]);
    case 'choice':
      return element('hudson.model.ChoiceParameterDefinition', [...names, choices(parameter.choices)]);
    case 'credentials':
      return element('com.cloudbees.plugins.credentials.CredentialsParameterDefinition', [
        ...names,
        element('defaultValue', parameter.defaultValue),
        element('credentialType', secretTextClass),
        element('required', String(parameter.required)),
      ]);
  }
}

function choices(values: readonly string[]): XmlElement {
  const list = element(
    'a',
    values.map((value) => element('string', value)),
    { class: 'string-array' },
  );
  return element('choices', [list], { class: 'java.util.Arrays$ArrayList' });
}
