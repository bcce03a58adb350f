import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../src/base/config/package-root.ts';

const folder = join(packageRoot(), 'test', 'golden', 'flows');

/**
 * The flows of the golden tests as YAML, in the same order on every machine; valid ones four times, to be picked more
 * often.
 */
export function goldenFlows(): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /flow\.(yaml|json)$/.test(file),
  );
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return existsSync(join(folder, dirname(file), 'Jenkinsfile.expected')) ? [text, text, text, text] : [text];
  });
}
