import { availableParallelism } from 'node:os';
import { threadModule } from '../config/package-root.ts';
import type { TaskRegistry } from '../language/task-types/task-registry.ts';
import type { FlowLanguage } from '../services/language/flow-language.ts';
import { languageOptions, type LanguageSettings } from '../services/language/language-options.ts';
import { SizedLanguage } from '../services/language/sized-language.ts';
import { ThreadedLanguage, type LanguagePool } from '../services/language/threaded-language.ts';
import { ThreadPool } from '../threads/thread-pool.ts';

export interface OpenLanguage {
  readonly language: FlowLanguage;
  /** Terminates the threads. */
  close(): Promise<void>;
}

// Documents queued beyond these limits would wait so long that their callers have left.
const maxWaiting = { all: 64, each: 16 };
const memoryMegabytes = 512;

/** Threads that load the language when it is first needed. */
export function languageThreads({
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
  return new ThreadPool({
    program: { module: threadModule('src/composition/language-thread'), data, memoryMegabytes },
    threads: Math.min(2, availableParallelism()),
    maxWaiting,
    tooBusy: 'Too many large documents are being checked. Try again in a second.',
  });
}

/** The language: in this thread for small documents, in its own threads for large ones. */
export function openLanguage(settings: LanguageSettings, taskTypes: TaskRegistry): OpenLanguage {
  const threads = languageThreads(settings);
  return {
    language: new SizedLanguage(languageOptions(settings, taskTypes), new ThreadedLanguage(threads)),
    close: () => threads.close(),
  };
}
