import type { GroovyCode } from './groovy-code.ts';
import { groovyName } from './quote.ts';

/**
 * The Groovy function that returns a program of a task type, by the name of its file: `docker-run.support.sh` becomes
 * `docker_run_support_sh`.
 */
export function supportFunction(file: string): GroovyCode {
  return groovyName(file.replace(/[^A-Za-z0-9]/g, '_'));
}
