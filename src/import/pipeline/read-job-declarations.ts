import { callAt, listAt } from '../groovy/make-tree.ts';
import type { Call, Expression } from '../groovy/syntax.ts';
import { childOf, simpleName, textAt, unknownCall, type ConfigElement } from './config-element.ts';
import type { JobDeclarations } from './job.ts';

/** Reads what jobs of all kinds declare: the properties, the triggers, and whether the job is disabled. */
export function readJobDeclarations(root: ConfigElement): JobDeclarations {
  const parameters: Call[] = [];
  const triggers: Call[] = (childOf(root, 'triggers')?.children ?? []).map(readTrigger);
  const options: Call[] = [];
  for (const property of childOf(root, 'properties')?.children ?? []) {
    const name = simpleName(property.name);
    if (name === 'ParametersDefinitionProperty') {
      parameters.push(...(childOf(property, 'parameterDefinitions')?.children ?? []).map(readParameter));
    } else if (name === 'PipelineTriggersJobProperty') {
      triggers.push(...(childOf(property, 'triggers')?.children ?? []).map(readTrigger));
    } else options.push(readOption(property, name));
  }
  const logRotator = childOf(root, 'logRotator');
  if (logRotator !== undefined) options.push(callAt(logRotator, 'buildDiscarder', {}, readLogRotator(logRotator)));
  const quietPeriod = childOf(root, 'quietPeriod');
  if (quietPeriod !== undefined) options.push(callAt(quietPeriod, 'quietPeriod', {}, Number(quietPeriod.text)));
  const disabled = childOf(root, 'disabled');
  if (disabled?.text.trim() === 'true') options.push(callAt(disabled, 'disabled', {}, true));
  return { parameters, triggers, options };
}

function readOption(property: ConfigElement, name: string): Call {
  switch (name) {
    case 'DisableConcurrentBuildsJobProperty': {
      const isAborting = textAt(property, 'abortPrevious') === 'true';
      return callAt(property, 'disableConcurrentBuilds', { abortPrevious: isAborting ? true : undefined });
    }
    case 'BuildDiscarderProperty': {
      const strategy = childOf(property, 'strategy');
      const isRotator = strategy !== undefined && simpleName(strategy.className ?? '') === 'LogRotator';
      return isRotator ? callAt(property, 'buildDiscarder', {}, readLogRotator(strategy)) : unknownCall(property);
    }
    case 'DurabilityHintJobProperty':
      return callAt(property, 'durabilityHint', {}, textAt(property, 'hint') ?? '');
    case 'DisableResumeJobProperty':
      return callAt(property, 'disableResume', {});
    default:
      return unknownCall(property);
  }
}

/** -1 is no limit. */
function readLogRotator(element: ConfigElement): Call {
  const names = ['daysToKeep', 'numToKeep', 'artifactDaysToKeep', 'artifactNumToKeep'];
  const limits = names.map((name) => [`${name}Str`, textAt(element, name)] as const);
  return callAt(element, 'logRotator', Object.fromEntries(limits.filter(([, limit]) => limit !== '-1')));
}

function readTrigger(trigger: ConfigElement): Call {
  const spec = textAt(trigger, 'spec') ?? '';
  switch (simpleName(trigger.name)) {
    case 'TimerTrigger':
      return callAt(trigger, 'cron', {}, spec);
    case 'SCMTrigger': {
      const isIgnoring = textAt(trigger, 'ignorePostCommitHooks') === 'true';
      if (isIgnoring) return callAt(trigger, 'pollSCM', { scmpoll_spec: spec, ignorePostCommitHooks: true });
      return callAt(trigger, 'pollSCM', {}, spec);
    }
    case 'ReverseBuildTrigger':
      return callAt(trigger, 'upstream', {
        upstreamProjects: textAt(trigger, 'upstreamProjects') ?? '',
        threshold: thresholdOf(trigger),
      });
    default:
      return unknownCall(trigger);
  }
}

/** As pipelines write it: `hudson.model.Result.UNSTABLE`; undefined for the default, which is success. */
function thresholdOf(trigger: ConfigElement): Expression | undefined {
  const threshold = textAt(trigger, 'threshold', 'name');
  if (threshold === undefined || threshold === 'SUCCESS') return undefined;
  const { start, end } = trigger;
  return ['model', 'Result', threshold].reduce<Expression>(
    (of, name) => ({ kind: 'property', of, name, isSafe: false, start, end }),
    { kind: 'name', name: 'hudson', start, end },
  );
}

/** Reads a definition of a parameter as the call that a pipeline declares it with, such as `string(name: 'x')`. */
function readParameter(element: ConfigElement): Call {
  const name = textAt(element, 'name') ?? '';
  const description = textAt(element, 'description');
  const defaultValue = childOf(element, 'defaultValue')?.text;
  switch (simpleName(element.name)) {
    case 'StringParameterDefinition': {
      const isTrimmed = textAt(element, 'trim') === 'true';
      return callAt(element, 'string', { name, defaultValue, description, trim: isTrimmed ? true : undefined });
    }
    case 'TextParameterDefinition':
      return callAt(element, 'text', { name, defaultValue, description });
    case 'BooleanParameterDefinition':
      return callAt(element, 'booleanParam', { name, defaultValue: defaultValue?.trim() === 'true', description });
    case 'ChoiceParameterDefinition':
      return callAt(element, 'choice', { name, choices: choicesOf(element), description });
    // The default value is encrypted with a key of the controller.
    case 'PasswordParameterDefinition':
      return callAt(element, 'password', { name, description });
    case 'CredentialsParameterDefinition':
      return callAt(element, 'credentials', {
        name,
        defaultValue,
        description,
        credentialType: textAt(element, 'credentialType'),
        required: textAt(element, 'required') === 'true',
      });
    case 'FileParameterDefinition':
      return callAt(element, 'file', { name, description });
    default:
      return unknownCall(element);
  }
}

/** Lists are `<choices><string>`, or an array inside: `<choices class="java.util.Arrays$ArrayList"><a><string>`. */
function choicesOf(element: ConfigElement): Expression {
  const choices = childOf(element, 'choices') ?? element;
  const items = childOf(choices, 'a') ?? choices;
  const texts = items.children.filter(({ name }) => name === 'string');
  return listAt(
    choices,
    texts.map(({ text, start, end }) => ({ kind: 'literal', value: text, start, end })),
  );
}
