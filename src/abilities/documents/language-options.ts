import { covers } from '../../access/namespace-pattern.ts';
import type { LanguageConfiguration } from '../../base/config/configuration.ts';
import type { SecretPrefix } from '../../base/config/settings/secret-prefix-reader.ts';
import type { Controller } from '../../engines/controllers/controller.ts';
import { placeProblem } from '../../engines/controllers/place-flow.ts';
import { defaultCompositionLimits } from '../../language/execution-plan/plan-options.ts';
import { ProcessorTimeBudget } from '../../language/processes/run-bounded.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import { lockProblem, type LockDeclaration } from '../../store/executions/locks/lock-file.ts';
import { prefixProblem } from '../../store/secret-providers/secret-prefixes.ts';
import type { LanguageOptions } from './language-operations.ts';

/** The settings of the flow language: plain data, so that a process can load the same language. */
export type LanguageSettings = Omit<LanguageConfiguration, 'limits' | 'otherSettings'> & {
  readonly taskSettings: Readonly<Record<string, string>>;
  readonly limits: LanguageOptions['limits'] & { readonly subflowDepth?: number; readonly taskRuns?: number };
  readonly publicUrl?: string;
  /** The patterns for the namespaces that can notify each receiver, by its name. */
  readonly receivers?: Readonly<Record<string, readonly string[]>>;
  /** What decides where flows run; undefined if there is only one place. */
  readonly controllers?: readonly Controller[];
  /** What namespaces may name as secrets. */
  readonly secretPrefixes?: readonly SecretPrefix[];
  /** The patterns for the namespaces that can show states on commits. */
  readonly forgeNamespaces?: readonly string[];
  readonly locks?: readonly LockDeclaration[];
};

/** The language of an installation, in this process. */
export function languageOptions(
  {
    vendor,
    prefix,
    publicUrl,
    taskSettings,
    jenkinsLibrary,
    limits,
    receivers,
    controllers,
    secretPrefixes,
    forgeNamespaces,
    locks,
  }: LanguageSettings,
  taskTypes: TaskRegistry,
): LanguageOptions {
  const { tasks, subflowDepth = defaultCompositionLimits.subflowDepth, taskRuns: maxTaskRuns } = limits;
  return {
    makeBudget: () => new ProcessorTimeBudget(),
    taskTypes,
    vendor,
    prefix,
    taskSettings,
    ...(receivers !== undefined && { receivers: (namespace) => receiversOf(receivers, namespace) }),
    ...(controllers !== undefined && { placeProblem: (needs) => placeProblem(controllers, needs) }),
    ...(secretPrefixes && {
      secretProblem: (namespace, reference) => prefixProblem(secretPrefixes, namespace, reference),
    }),
    ...(forgeNamespaces !== undefined && {
      hasForge: (namespace) => forgeNamespaces.some((pattern) => covers(pattern, namespace)),
    }),
    ...(locks !== undefined && { lockProblem: (use) => lockProblem(locks, use) }),
    limits,
    settings: { vendor, prefix, publicUrl, taskSettings, jenkinsLibrary, maxTaskRuns },
    compositionLimits: { tasks, subflowDepth },
  };
}

function receiversOf(receivers: NonNullable<LanguageSettings['receivers']>, namespace: string): readonly string[] {
  return Object.keys(receivers).filter((name) => receivers[name]?.some((pattern) => covers(pattern, namespace)));
}
