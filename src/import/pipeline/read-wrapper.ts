import { ownEntry } from '../../base/text/own-entry.ts';
import { callAt, closureAt, listAt, statementOf } from '../groovy/make-tree.ts';
import type { Call, Expression, Statement } from '../groovy/syntax.ts';
import { childOf, simpleName, textAt, unknownCall, type ConfigElement } from './config-element.ts';

/** What a build wrapper becomes: an option of the job, something around the steps or in front of them, or nothing that a reader knows. */
interface Wrapper {
  readonly option?: Call;
  /** A step in front of everything, also of the checkout. */
  readonly first?: Call;
  readonly around?: (inside: readonly Statement[]) => readonly Statement[];
  readonly unknown?: Call;
}

export function readWrapper(element: ConfigElement): Wrapper {
  return ownEntry(readers, simpleName(element.name))?.(element) ?? { unknown: unknownCall(element) };
}

const readers: Readonly<Record<string, (element: ConfigElement) => Wrapper | undefined>> = {
  BuildTimeoutWrapper: readTimeout,
  TimestamperBuildWrapper: (element) => ({ option: callAt(element, 'timestamps', {}) }),
  AnsiColorBuildWrapper: (element) => ({
    option: callAt(element, 'ansiColor', {}, textAt(element, 'colorMapName') ?? 'xterm'),
  }),
  SecretBuildWrapper: readBindings,
  SSHAgentBuildWrapper: readSshAgent,
  PreBuildCleanup: readCleanup,
};

/** Other strategies depend on earlier builds or on the output; other operations than to abort let the build go on. */
function readTimeout(element: ConfigElement): Wrapper | undefined {
  const strategy = childOf(element, 'strategy');
  const minutes = Number(textAt(strategy, 'timeoutMinutes'));
  const operations = childOf(element, 'operationList')?.children ?? [];
  const isPlain =
    simpleName(strategy?.className ?? '') === 'AbsoluteTimeOutStrategy' &&
    Number.isInteger(minutes) &&
    operations.every(({ name }) => simpleName(name) === 'AbortOperation');
  return isPlain ? { option: callAt(element, 'timeout', { time: minutes, unit: 'MINUTES' }) } : undefined;
}

/** The steps of `withCredentials` for the classes of bindings, and which elements are their arguments. */
const bindings: Readonly<Record<string, { readonly step: string; readonly variables: readonly string[] }>> = {
  StringBinding: { step: 'string', variables: ['variable'] },
  FileBinding: { step: 'file', variables: ['variable'] },
  ZipFileBinding: { step: 'zip', variables: ['variable'] },
  UsernamePasswordBinding: { step: 'usernameColonPassword', variables: ['variable'] },
  UsernamePasswordMultiBinding: { step: 'usernamePassword', variables: ['usernameVariable', 'passwordVariable'] },
  SSHUserPrivateKeyBinding: {
    step: 'sshUserPrivateKey',
    variables: ['keyFileVariable', 'passphraseVariable', 'usernameVariable'],
  },
};

function readBindings(element: ConfigElement): Wrapper | undefined {
  const calls = (childOf(element, 'bindings')?.children ?? []).map(readBinding);
  if (!calls.every((call) => call !== undefined)) return undefined;
  return { around: around(element, 'withCredentials', calls) };
}

function readBinding(element: ConfigElement): Call | undefined {
  const binding = ownEntry(bindings, simpleName(element.name));
  const variables = binding?.variables.map((name) => [name, textAt(element, name)] as const);
  return (
    binding &&
    callAt(element, binding.step, {
      credentialsId: textAt(element, 'credentialsId') ?? '',
      ...Object.fromEntries(variables ?? []),
    })
  );
}

function readSshAgent(element: ConfigElement): Wrapper {
  const ids = (childOf(element, 'credentialIds')?.children ?? []).map<Expression>(({ text, start, end }) => ({
    kind: 'literal',
    value: text.trim(),
    start,
    end,
  }));
  return { around: around(element, 'sshagent', ids) };
}

/** With patterns, only a part of the workspace is deleted. */
function readCleanup(element: ConfigElement): Wrapper | undefined {
  const isPlain = (childOf(element, 'patterns')?.children ?? []).length === 0;
  const hasCommand = (textAt(element, 'externalDelete') ?? textAt(element, 'cleanupParameter')) !== undefined;
  if (!isPlain || hasCommand) return undefined;
  return { first: callAt(element, 'cleanWs', {}) };
}

function around(element: ConfigElement, step: string, items: readonly Expression[]): NonNullable<Wrapper['around']> {
  return (inside) => [statementOf(callAt(element, step, {}, listAt(element, items), closureAt(element, inside)))];
}
