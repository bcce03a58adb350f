import { groovy, joinGroovy, type GroovyCode } from './groovy-code.ts';
import { groovyComment, groovyName, groovyText } from './quote.ts';

/** A Groovy function that returns the text of a program for the agent, below a comment. */
export function programFunction(name: GroovyCode, program: string, comment?: string): GroovyCode {
  return joinGroovy(
    [
      ...(comment === undefined ? [] : [groovy`// ${groovyComment(comment)}`]),
      groovy`@NonCPS\nString ${name}() {\n  return ${groovyText(program)}\n}`,
    ],
    '\n',
  );
}

/**
 * The name of the function for a program of a task type, by the name of its file: `docker-run.support.sh` becomes
 * `docker_run_support_sh`.
 */
export function supportFunction(file: string): GroovyCode {
  return groovyName(file.replace(/[^A-Za-z0-9]/g, '_'));
}
