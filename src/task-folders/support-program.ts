import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { groovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyName, groovyText } from '../groovy/quote.ts';

/**
 * A Groovy function that returns a program for the agent, which is kept in its own file: `http-request.support.sh`
 * becomes `http_request_support_sh()`.
 */
export function supportProgram(path: string): GroovyCode {
  const name = basename(path).replace(/[^A-Za-z0-9]/g, '_');
  return groovy`@NonCPS\nString ${groovyName(name)}() {\n  return ${groovyText(readFileSync(path, 'utf8'))}\n}`;
}
