import { namesOfInput } from '../../../language/expressions/reference.ts';
import { groovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import {
  groovyArguments,
  groovyBoolean,
  groovyList,
  groovyName,
  groovyString,
} from '../../../language/groovy/quote.ts';
import { namedCredential } from '../../../language/input-types/secret-reference.ts';
import { isFile, isSecret, typeOf, type Input } from '../../../language/inputs/input.ts';
import { environmentText } from '../../../language/inputs/text-conversion.ts';
import {
  fileParameter,
  protocolParameters,
  secretParameter,
  secretTextClass,
  type JobParameter,
} from './job-parameter.ts';
import { canBeChoice, isKeptByJenkins, readableParameter } from './readable-parameter.ts';

/** The choice for "no value", because choices in Jenkins cannot be empty (docs/reference/flows.md). */
const noChoice = '(none)';

/**
 * The parameters of a flow's job, one per input in document order (docs/reference/flows.md,
 * docs/explanation/secrets.md).
 */
export function jobParameters(inputs: readonly Input[]): readonly JobParameter[] {
  return inputs.map(jobParameter);
}

/**
 * The parameters with the locations of files, one per file input; they cannot be set by hand (docs/reference/files.md).
 */
export function fileParameters(inputs: readonly Input[]): readonly JobParameter[] {
  const files = inputs.filter(isFile);
  return files.map(({ id }) => ({
    name: fileParameter(id),
    description: `Set by Flowgate: where the agent downloads ${id} from.`,
    kind: 'credentials',
    defaultValue: '',
    required: false,
  }));
}

/** The parameters of builds that can begin after the first task. */
export const segmentParameters: readonly JobParameter[] = [
  {
    name: protocolParameters.segment,
    description: 'Set by Flowgate: where the build begins.',
    kind: 'string',
    defaultValue: '',
  },
  {
    name: protocolParameters.keptFiles,
    description: 'Set by Flowgate: where the agent downloads the files of earlier tasks from.',
    kind: 'credentials',
    defaultValue: '',
    required: false,
  },
];

/** Whether a build needs a value without a default in its Jenkinsfile, which never contains secrets in plain text. */
export function isNeededInBuild(input: Input): boolean {
  return input.defaults === undefined ? input.required : hasPlainDefault(input);
}

/** Whether the default is a secret in plain text, which only Flowgate knows. */
export function hasPlainDefault(input: Input): boolean {
  const { defaults } = input;
  return isSecret(input) && typeof defaults === 'string' && namedCredential(defaults) === undefined;
}

function jobParameter(input: Input): JobParameter {
  const { parameter: name } = namesOfInput(input.id);
  const description = readableParameter([input.displayName, input.description].filter(Boolean).join(': '));
  const common = { name, description };
  const optional = !input.required || input.dependsOn !== undefined;
  const defaultText = input.defaults === undefined ? '' : environmentText(input, input.defaults);
  // Without a value, a build uses the default in its script, which can contain any character.
  const defaultValue = isKeptByJenkins(defaultText) ? defaultText : '';
  const control = typeOf(input).build.control(input.constraints);
  switch (control.kind) {
    case 'credential': {
      const required = isNeededInBuild(input) && input.dependsOn === undefined;
      return {
        name: secretParameter(input.id),
        description,
        kind: 'credentials',
        defaultValue: namedCredential(defaultText) ?? '',
        required,
      };
    }
    case 'checkbox':
      if (defaultText === '' && optional) return { ...common, kind: 'choice', choices: [noChoice, 'true', 'false'] };
      return { ...common, kind: 'booleanParam', defaultValue: defaultText === 'true' };
    case 'choice': {
      const { values } = control;
      if (!values.every(canBeChoice)) {
        const choices = `One of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
        return {
          name,
          description: readableParameter([description, choices].filter(Boolean).join('. ')),
          kind: 'string',
          defaultValue,
        };
      }
      const first = defaultText === '' && optional ? [noChoice] : defaultText === '' ? [] : [defaultText];
      return { ...common, kind: 'choice', choices: [...first, ...values.filter((value) => value !== first[0])] };
    }
    case 'lines':
      return { ...common, kind: 'text', defaultValue };
    case 'line':
      return { ...common, kind: defaultText.includes('\n') ? 'text' : 'string', defaultValue };
  }
}

// The declarative syntax accepts only one literal here, which a class file stores in at most 65,535 bytes.
const maxLiteralLength = 20_000;

/**
 * One line of a declarative `parameters` block. A default that is too long for one literal is omitted, because the
 * build contains it too.
 */
export function parameterLine(parameter: JobParameter): GroovyCode {
  const entries: Record<string, GroovyCode | undefined> = { name: groovyString(parameter.name) };
  const literal = (text: string): GroovyCode => groovyString(text.length > maxLiteralLength ? '' : text);
  switch (parameter.kind) {
    case 'string':
      entries.defaultValue = literal(parameter.defaultValue);
      entries.trim = groovyBoolean(false);
      break;
    case 'text':
      entries.defaultValue = literal(parameter.defaultValue);
      break;
    case 'booleanParam':
      entries.defaultValue = groovyBoolean(parameter.defaultValue);
      break;
    case 'choice':
      entries.choices = groovyList(parameter.choices.map(groovyString));
      break;
    case 'credentials':
      entries.credentialType = groovyString(secretTextClass);
      entries.defaultValue = groovyString(parameter.defaultValue);
      entries.required = groovyBoolean(parameter.required);
      break;
  }
  if (parameter.description !== '')
    entries.description = groovyString(parameter.description.slice(0, maxLiteralLength));
  return groovy`${groovyName(parameter.kind)}(${groovyArguments(entries)})`;
}
