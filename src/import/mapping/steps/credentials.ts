import { ownEntry } from '../../../base/text/own-entry.ts';
import { inputVariable } from '../../../language/expressions/reference.ts';
import { environmentNameSyntax, isFlowgateName } from '../../../language/expressions/reserved-names.ts';
import { secretTypeName } from '../../../language/input-types/input-types.ts';
import type { Expression } from '../../groovy/syntax.ts';
import type { Scope } from '../context/job-mapping.ts';
import { referenceTo, withBound, type KnownValue } from '../context/names.ts';
import { ownerOfName } from '../directives/names-of-flow.ts';
import type { ByHand, FlowDraft } from '../drafts/draft-flow.ts';
import {
  alwaysByHand,
  constant,
  inside,
  itemsOf,
  mapped,
  settingsOf,
  type StepHandler,
  type StepTable,
} from './step.ts';

/** A part of a credential that Jenkins puts into a variable. */
interface Part {
  /** The argument that names the variable. */
  readonly argument: string;
  readonly words: string;
  /** Whether the variable has the path of a file with the secret. */
  readonly isFile?: boolean;
  /** Whether it is the whole credential, which a secret can name. */
  readonly isWhole?: boolean;
}

/** The kinds of bindings, with what they bind. */
const bindings: Readonly<Record<string, readonly Part[]>> = {
  string: [{ argument: 'variable', words: 'the text', isWhole: true }],
  usernamePassword: [
    { argument: 'usernameVariable', words: 'the user name' },
    { argument: 'passwordVariable', words: 'the password' },
  ],
  usernameColonPassword: [{ argument: 'variable', words: 'the user name, a colon and the password' }],
  file: [{ argument: 'variable', words: 'the content of the file', isFile: true }],
  sshUserPrivateKey: [
    { argument: 'keyFileVariable', words: 'the private key', isFile: true },
    { argument: 'usernameVariable', words: 'the user name' },
    { argument: 'passphraseVariable', words: 'the passphrase' },
  ],
};

/** The same kinds by the names of their classes. */
const classes: Readonly<Record<string, string>> = {
  FileBinding: 'file',
  SSHUserPrivateKeyBinding: 'sshUserPrivateKey',
  StringBinding: 'string',
  UsernamePasswordBinding: 'usernameColonPassword',
  UsernamePasswordMultiBinding: 'usernamePassword',
};

interface Bound {
  readonly credential: string;
  readonly part: Part;
  readonly variable: string;
}

const withCredentials: StepHandler = (step, scope) => {
  const items = itemsOf(step.named.get('bindings'));
  if (items === undefined) return { byHand: 'its credentials are computed' };
  const bound: Bound[] = [];
  for (const item of items) {
    const found = boundBy(item, scope);
    if ('byHand' in found) return found;
    bound.push(...found);
  }
  if (scope.container !== undefined && bound.some(({ part }) => part.isFile === true))
    return { byHand: 'a container does not see a file outside of the workspace' };
  const around = bound.reduce((outer, each) => withSecret(each, outer), scope);
  return mapped(inside(step, around), differsOf(bound), 'the namespace must be allowed to use the credential');
};

function boundBy(item: Expression, scope: Scope): readonly Bound[] | ByHand {
  const named = settingsOf(item);
  if (named === undefined) return { byHand: 'its credentials are computed' };
  const text = (name: string) => constant({ named }, name, scope);
  const className = String(text('$class') ?? '').replace(/^.*\./, '');
  const kind = item.kind === 'call' ? item.name : (ownEntry(classes, className) ?? className);
  const parts = ownEntry(bindings, kind);
  if (parts === undefined) return { byHand: `secrets of a flow are texts, not the credential ${kind}` };
  const credential = text('credentialsId');
  if (typeof credential !== 'string') return { byHand: 'the id of a credential is computed' };
  const bound: Bound[] = [];
  for (const part of parts) {
    const variable = text(part.argument);
    if (variable === '' || !named.has(part.argument)) continue;
    if (typeof variable !== 'string' || !environmentNameSyntax.test(variable) || isFlowgateName(variable))
      return { byHand: 'the name of a variable is computed, or no variable can have it' };
    bound.push({ credential, part, variable });
  }
  return bound;
}

/** Adds a secret to the flow, unless it has that one; the scripts inside see it in the variable. */
function withSecret({ credential, part, variable }: Bound, scope: Scope): Scope {
  const { flow } = scope.job;
  const isOwnName = part.isFile !== true && inputVariable(variable) === variable;
  const description = part.isWhole === true ? undefined : `Of the Jenkins credential ${credential}: ${part.words}.`;
  const properties = {
    type: secretTypeName,
    ...(description === undefined ? { defaults: `credential:${credential}` } : { description }),
    // A trigger could not start the flow otherwise.
    ...(description !== undefined && flow.triggers.length > 0 && { required: false }),
  };
  const isSame = (id: string) => JSON.stringify(flow.inputs.get(id)?.properties) === JSON.stringify(properties);
  const names = [
    ...(isOwnName ? [variable] : []),
    `${variable}-${slug(credential)}`,
    `${variable}-${slug(part.words)}`,
  ];
  const id = names.find((name) => isSame(name)) ?? freeName(names, flow);
  if (!flow.inputs.has(id)) flow.inputs.set(id, { properties, comments: [] });
  const reference = `{{ inputs.${id} }}`;
  // A private key must end with a line break.
  const end = part.argument === 'keyFileVariable' ? String.raw`\n` : '';
  if (part.isFile === true) return withFile(variable, reference, end, scope);
  const around = withBound(scope, variable, referenceTo(`inputs.${id}`, 'secret'));
  return id === variable ? around : { ...around, taskEnv: new Map(scope.taskEnv).set(variable, reference) };
}

/** The secret in a file that is removed with the task's own files. */
function withFile(variable: string, reference: string, end: string, scope: Scope): Scope {
  const path = `"$FLOWGATE_TASK_DIR/${variable}"`;
  const known: KnownValue = { shell: `\${${variable}}`, form: 'word', unknown: `only a script can read ${variable}` };
  const lines = [`(umask 077; printf '%s${end}' "${reference}" > ${path})`, `export ${variable}=${path}`];
  return withBound({ ...scope, prelude: [...scope.prelude, ...lines] }, variable, known);
}

function freeName(names: readonly string[], flow: FlowDraft): string {
  const last = names.at(-1) ?? 'secret';
  const more = Array.from({ length: 100 }, (_, index) => `${last}-${index + 2}`);
  return [...names, ...more].find((name) => ownerOfName(inputVariable(name), flow) === undefined) ?? last;
}

const slug = (words: string) =>
  words
    .replace(/\W+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();

function differsOf(bound: readonly Bound[]): readonly string[] {
  return bound.flatMap(({ part, credential, variable }) => {
    if (part.isWhole === true) return [];
    const file = part.isFile === true ? ', which must be text' : '';
    return [`a secret is one text: give the flow ${part.words} of ${credential}${file}, as the secret for ${variable}`];
  });
}

export const credentialSteps: StepTable = {
  withCredentials: { main: 'bindings', arguments: 'bindings', map: withCredentials },
  sshagent: { main: 'credentials', ...alwaysByHand('a secret of a flow is a text, which no SSH agent holds') },
};
