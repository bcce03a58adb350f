import type { ExitStatus } from '../exit-status.ts';
import { convertFiles } from '../flows/convert-files.ts';
import { loadLanguage } from '../flows/load-language.ts';
import type { Terminal } from '../terminal.ts';

/** Prints or writes the Jenkinsfiles of flows. @throws {UsageError} as convertFiles */
export async function transpileFiles(
  words: readonly string[],
  output: string | undefined,
  terminal: Terminal,
): Promise<ExitStatus> {
  const language = await loadLanguage(terminal.environment);
  const conversion = {
    suffix: '.Jenkinsfile',
    convert: (...flow: Parameters<typeof language.transpile>) => {
      const { jenkinsfile, problems } = language.transpile(...flow);
      return { text: jenkinsfile, problems };
    },
  };
  return convertFiles(words, output, { language, conversion, terminal });
}
