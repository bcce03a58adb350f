/** The body of a thread that does the operations of the flow language for large documents. */
import { workerData } from 'node:worker_threads';
import { loadTaskTypes } from './load-task-types.ts';
import { languageOptions, type LanguageSettings } from './open-language.ts';
import { ProcessorTimeBudget } from '../threads/run-bounded.ts';
import { languageOperations } from '../services/language/language-operations.ts';
import { performLanguageWork, type LanguageWork } from '../services/language/threaded-language.ts';
import { serveWork } from '../threads/thread-body.ts';

// For every token, yaml asks the environment whether to debug; a plain object answers at once.
process.env = {};

const settings = workerData as LanguageSettings; // openLanguage gives it
// Nobody else waits for this thread, so that patterns and schemas of a document may take longer than elsewhere.
const makeBudget = () => new ProcessorTimeBudget({ each: 200, total: 500 });
const operations = languageOperations({ ...languageOptions(settings, await loadTaskTypes(settings)), makeBudget });
serveWork((work: LanguageWork) => performLanguageWork(work, operations));
