import type { ExitStatus } from '../exit-status.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { inputSchema } from '../../language/inputs/input-schema.ts';
import { flowSchema } from '../../language/task-types/flow-schema.ts';
import { testSchema } from '../../language/test-files/test-schema.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { flowOfFile } from '../flows/flow-of-file.ts';
import { loadLanguage } from '../flows/load-language.ts';
import { jsonText } from '../terminal-text.ts';

export async function printSchema(
  { file, of }: { readonly file?: string; readonly of?: 'flow' | 'test' },
  terminal: Terminal,
): Promise<ExitStatus> {
  if ((file === undefined) === (of === undefined)) throw new UsageError('specify either a file or --of, one of them.');
  const language = await loadLanguage(terminal.environment);
  if (file === undefined) {
    terminal.stdout.write(jsonText(of === 'test' ? testSchema : flowSchema(language.taskTypes)));
    return 0;
  }
  const { flow } = await flowOfFile(file, language, terminal);
  if (flow === undefined) return 1;
  terminal.stdout.write(jsonText(inputSchema(flow.inputs, flowName(flow))));
  return 0;
}
