import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { groovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyName, groovyText } from '../groovy/quote.ts';

/**
 * A program for the worker, kept as a file of its own language, as the Groovy function that returns its text:
 * `http-request.support.sh` becomes `http_request_support_sh()`.
 */
export function supportProgram(path: string): GroovyCode {
  const name = basename(path).replace(/[^A-Za-z0-9]/g, '_');
  return groovy`@NonCPS\nString ${groovyName(name)}() {\n  return ${groovyText(readFileSync(path, 'utf8'))}\n}`;
}
