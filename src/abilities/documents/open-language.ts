import { availableParallelism } from 'node:os';
import { processModule } from '../../base/config/package-root.ts';
import { ProcessPool } from '../../language/processes/process-pool.ts';
import { SlowOwners } from '../../language/processes/slow-owners.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import type { FlowLanguage } from './flow-language.ts';
import { languageOptions, type LanguageSettings } from './language-options.ts';
import { separateLanguage, type LanguagePool } from './separate-language.ts';
import { sizedLanguage } from './sized-language.ts';

export interface OpenLanguage {
  readonly language: FlowLanguage;
  /** Ends the processes. */
  close(): Promise<void>;
}

// Documents queued beyond these limits would wait so long that their callers have left.
const maxWaiting = { all: 64, each: 16 };
const memoryMegabytes = 512;
// The largest document within the default limits takes less. Imports can take 15 seconds.
const slow = { over: 3_000, remembered: 60_000 };

/** Processes that load the language when it is first needed. */
export function languageProcesses({
  vendor,
  prefix,
  publicUrl,
  taskSettings,
  jenkinsLibrary,
  taskFolders,
  limits,
  receivers,
  controllers,
  secretPrefixes,
  forgeNamespaces,
  locks,
}: LanguageSettings): LanguagePool & { close(): Promise<void> } {
  const data: LanguageSettings = {
    vendor,
    prefix,
    ...(publicUrl !== undefined && { publicUrl }),
    taskSettings,
    jenkinsLibrary,
    taskFolders,
    limits,
    ...(receivers !== undefined && { receivers }),
    ...(controllers !== undefined && { controllers }),
    ...(secretPrefixes !== undefined && { secretPrefixes }),
    ...(forgeNamespaces !== undefined && { forgeNamespaces }),
    ...(locks !== undefined && { locks }),
  };
  const processes = Math.min(2, availableParallelism());
  return new ProcessPool({
    program: { module: processModule('src/abilities/documents/language-process'), data, memoryMegabytes },
    processes,
    maxWaiting,
    // The only process is for all.
    ...(processes > 1 && { slow: new SlowOwners(slow) }),
    tooBusy: 'Too many large documents are being checked. Try again in a second.',
  });
}

/** The language: in this process for small documents, in its own processes for large ones. */
export function openLanguage(settings: LanguageSettings, taskTypes: TaskRegistry): OpenLanguage {
  const processes = languageProcesses(settings);
  return {
    language: sizedLanguage(languageOptions(settings, taskTypes), separateLanguage(processes)),
    close: () => processes.close(),
  };
}
