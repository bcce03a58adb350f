import { createLanguageService } from '../../language-service/language-service.ts';
import { flowSchema } from '../../language/task-types/flow-schema.ts';
import { UsageError, type Command } from '../command.ts';
import { loadLanguage } from '../flows/load-language.ts';
import { serveEditor } from '../language-server/serve-editor.ts';
import { parseArguments } from '../parse-arguments.ts';

export const lspCommand: Command = {
  help: `Usage: flowgate lsp

Serves an editor, which starts it: the Language Server Protocol on standard input and output. It reports the problems of
flows in YAML or JSON as \`flowgate validate\` does, and offers completion, hover, definitions, references, renaming and
symbols. Files with tests (*.test.yaml) are left alone. docs/how-to/edit-flows-in-an-editor.md shows how to set up editors.

  --stdio  accepted for editors that always send it

Exit status: 0 when the editor shuts it down, 1 when the editor leaves without that.`,
  async run(args, terminal) {
    const { positionals } = parseArguments(
      args.filter((argument) => argument !== '--stdio'),
      {},
    );
    if (positionals.length > 0) throw new UsageError(`lsp accepts no arguments, but got ${positionals.join(' ')}.`);
    const { taskTypes, check } = await loadLanguage(terminal.environment);
    const service = createLanguageService({
      schema: flowSchema(taskTypes),
      taskTypes: taskTypes.types.map(({ documentation }) => documentation),
    });
    return serveEditor({ service, check: (text) => check(text).problems }, terminal);
  },
};
