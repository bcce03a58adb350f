import { defineCommand } from '../declaration/command-declaration.ts';

export const lspCommand = defineCommand({
  summary: 'serve an editor: problems, completion, hover, definitions and renaming',
  description: `
Serves an editor, which starts it: the Language Server Protocol on standard input and output. It reports the problems of
flows in YAML or JSON as \`flowgate validate\` does, and offers completion, hover, definitions, references, renaming and
symbols. Files with tests (*.test.yaml) are left alone. docs/how-to/edit-flows-in-an-editor.md shows how to set up
editors.`,
  options: { stdio: { summary: 'accepted for editors that always send it' } },
  exit: { 0: 'the editor shut it down', 1: 'the editor left without that' },
  examples: [{ line: 'flowgate lsp', does: 'What an editor runs' }],
  run: async (_input, terminal) => {
    const { loadLanguage } = await import('../flows/load-language.ts');
    const { flowSchema } = await import('../../language/task-types/flow-schema.ts');
    const { createLanguageService } = await import('../../language-service/language-service.ts');
    const { serveEditor } = await import('../language-server/serve-editor.ts');
    const { taskTypes, check } = await loadLanguage(terminal.environment);
    const service = createLanguageService({
      schema: flowSchema(taskTypes),
      taskTypes: taskTypes.types.map(({ documentation }) => documentation),
    });
    return serveEditor({ service, check: (text) => check(text).problems }, terminal);
  },
});
