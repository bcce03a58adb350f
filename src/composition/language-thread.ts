/** The program of a thread that runs the operations of the flow language on large documents. */
import { workerData } from 'node:worker_threads';
import { languageOperations } from '../services/language/language-operations.ts';
import { languageOptions, type LanguageSettings } from '../services/language/language-options.ts';
import { performLanguageWork, type LanguageWork } from '../services/language/threaded-language.ts';
import { ProcessorTimeBudget } from '../threads/run-bounded.ts';
import { serveWork } from '../threads/thread-body.ts';
import { loadTaskTypes } from './load-task-types.ts';

// yaml reads the environment for every token to see whether to debug; a plain object is faster.
process.env = {};

const settings = workerData as LanguageSettings; // set by openLanguage
// No other request waits for this thread, so patterns and schemas of a document get more time than elsewhere.
const makeBudget = () => new ProcessorTimeBudget({ each: 200, total: 500 });
const operations = languageOperations({ ...languageOptions(settings, await loadTaskTypes(settings)), makeBudget });
serveWork((work: LanguageWork) => performLanguageWork(work, operations));
