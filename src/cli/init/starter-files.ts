import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../config/package-root.ts';
import { flowSchema } from '../../language/task-types/flow-schema.ts';
import { testSchema } from '../../language/test-files/test-schema.ts';
import type { LanguageOptions } from '../../services/language/language-operations.ts';
import { jsonText } from '../terminal-text.ts';

/** The files of `templates/init`: a flow, its test, and the settings of an editor. */
const templates = ['flows/hello.yaml', 'flows/hello.test.yaml', '.vscode/settings.json'];

/** The files of a new folder with flows, by their paths in it, with `/`. */
export function starterFiles({ vendor, taskTypes }: LanguageOptions): ReadonlyMap<string, string> {
  const folder = join(packageRoot(), 'templates/init');
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll('dev.vendor.', `dev.${vendor}.`);
  return new Map([
    ...templates.map((file) => [file, textOf(file)] as const),
    ['.flowgate/flow.schema.json', jsonText(flowSchema(taskTypes))],
    ['.flowgate/test.schema.json', jsonText(testSchema)],
  ]);
}
