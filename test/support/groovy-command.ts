/**
 * The command that runs a script with Groovy 2.4.21, the version in Jenkins.
 * @param classPath folders of classes for the script
 */
export function groovyCommand(
  script: string,
  classPath: readonly string[] = [],
): { readonly command: string; readonly options: readonly string[] } {
  const tuning = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Dfile.encoding=UTF-8', '-Dsun.jnu.encoding=UTF-8'];
  const path = ['/usr/share/java/groovy-all-2.4.21.jar', ...classPath].join(':');
  return { command: 'java', options: [...tuning, '-cp', path, 'groovy.ui.GroovyMain', script] };
}
