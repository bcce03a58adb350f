/** The program of a process that runs the operations of the flow language on large documents. */
import { serveWork } from '../../language/processes/process-body.ts';
import { ProcessorTimeBudget } from '../../language/processes/run-bounded.ts';
import { loadTaskTypes } from '../../language/task-loader/load-task-types.ts';
import { languageOperations } from './language-operations.ts';
import { languageOptions, type LanguageSettings } from './language-options.ts';
import { performLanguageWork, type LanguageWork } from './separate-language.ts';

// yaml reads the environment for every token to see whether to debug; a plain object is faster.
process.env = {};

// No other request waits for this process, so patterns and schemas of a document get more time than elsewhere.
const makeBudget = () => new ProcessorTimeBudget({ each: 200, total: 500 });

serveWork(async (data) => {
  const settings = data as LanguageSettings; // set by openLanguage
  const operations = languageOperations({ ...languageOptions(settings, await loadTaskTypes(settings)), makeBudget });
  return (work: LanguageWork) => performLanguageWork(work, operations);
});
