import { flowName } from '../../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { inputSchema } from '../../language/inputs/input-schema.ts';
import { flowSchema } from '../../language/task-types/flow-schema.ts';
import { testSchema } from '../../language/test-files/test-schema.ts';
import type { ExitStatus } from '../exit-status.ts';
import { convertFiles } from '../flows/convert-files.ts';
import { loadLanguage } from '../flows/load-language.ts';
import { jsonText } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

export interface SchemaOptions {
  readonly of?: 'flow' | 'test';
  readonly output?: string;
}

/** Prints or writes JSON Schemas. @throws {UsageError} as convertFiles */
export async function printSchema(
  words: readonly string[],
  { of, output }: SchemaOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  if ((words.length === 0) === (of === undefined)) throw new UsageError('specify either a file or --of, one of them.');
  const language = await loadLanguage(terminal.environment);
  if (of !== undefined) {
    terminal.stdout.write(jsonText(of === 'test' ? testSchema : flowSchema(language.taskTypes)));
    return 0;
  }
  const conversion = {
    suffix: '.schema.json',
    convert: (flow: ValidatedFlow) => ({ text: jsonText(inputSchema(flow.inputs, flowName(flow))), problems: [] }),
  };
  return convertFiles(words, output, { language, conversion, terminal });
}
