import {
  isSecretType,
  parseTemplate,
  referenceText,
  templateReferences,
  type Problem,
  type TaskContext,
  type TaskWarning,
} from '../../src/language/task-types/task-contract.ts';

export const secretInLog: TaskWarning = {
  title: 'A printed message contains a secret',
  example: {
    yaml: `inputs:
  - {id: token, type: SECRET}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ inputs.token }}"}`,
  },
};

/** Warns of the secrets in a text that the log shows. */
export function secretProblems(text: string, path: Problem['path'], context: TaskContext): Problem<'secret-in-log'>[] {
  return secretReferences(text, context).map(({ reference, range }) => {
    const verb = isSecretType(context.typeOf(reference)) ? 'is' : 'contains';
    return {
      code: 'secret-in-log',
      message: `${referenceText(reference)} ${verb} a secret; it is shown as ****.`,
      path,
      range,
    };
  });
}

/** Masks secrets in the build's records too, as the log does. */
export function withoutSecrets(text: string, context: TaskContext): string {
  return secretReferences(text, context).reduceRight(
    (shown, { range }) => `${shown.slice(0, range.start)}****${shown.slice(range.end)}`,
    text,
  );
}

function secretReferences(text: string, context: TaskContext) {
  const variables = secretVariables(context);
  return templateReferences(parseTemplate(text).template).filter(
    ({ reference }) =>
      isSecretType(context.typeOf(reference)) || (reference.root === 'variables' && variables.has(reference.name)),
  );
}

/** The variables that contain a secret; each may refer to those above it. */
function secretVariables({ variables, typeOf }: TaskContext): ReadonlySet<string> {
  const secret = new Set<string>();
  for (const { name, value } of variables) {
    const references = templateReferences(value).map(({ reference }) => reference);
    if (
      references.some(
        (reference) =>
          isSecretType(typeOf(reference)) || (reference.root === 'variables' && secret.has(reference.name)),
      )
    )
      secret.add(name);
  }
  return secret;
}
