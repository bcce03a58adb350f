import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/faces/cli/flows/load-language.ts';

/** The README with the up-to-date Jenkinsfile of its flow, without the part that all Jenkinsfiles share. */
export function readmePage({ check, transpile }: Language): string {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
  const flowText = /^```yaml\n([^]*?)^```$/m.exec(page)?.[1] ?? '';
  const { flow } = check(flowText);
  if (flow === undefined) throw new Error('The flow of the README has errors');
  const [own = ''] = transpile(flow, flowText).jenkinsfile.split('// The runtime for flows, tasks and scripts;');
  return page.replace(/^```groovy\n[^]*?^```$/m, () => `\`\`\`groovy\n${own.trimEnd()}\n\`\`\``);
}
