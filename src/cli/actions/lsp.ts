import type { ExitStatus } from '../exit-status.ts';
import { createLanguageService } from '../../language-service/language-service.ts';
import { flowSchema } from '../../language/task-types/flow-schema.ts';
import { type Terminal } from '../terminal.ts';
import { loadLanguage } from '../flows/load-language.ts';
import { serveEditor } from '../language-server/serve-editor.ts';

export async function serveLanguage(terminal: Terminal): Promise<ExitStatus> {
  const { taskTypes, check } = await loadLanguage(terminal.environment);
  const service = createLanguageService({
    schema: flowSchema(taskTypes),
    taskTypes: taskTypes.types.map(({ documentation }) => documentation),
  });
  return serveEditor({ service, check: (text) => check(text).problems }, terminal);
}
