import type { StepHandler } from '../mapping.ts';
import { shellOf } from '../shell-of.ts';
import { constant, flag, isByHand, mapped, stepId, text } from './reading.ts';
import { scriptText, type ScriptText } from './script-text.ts';
import { shellTask } from './shell-task.ts';
import { otherArguments } from './to-step.ts';

const sh: StepHandler = (step, scope, mapping) => {
  const other = otherArguments(step, ['script', 'label', 'encoding', 'returnStdout', 'returnStatus']);
  if (other !== undefined) return other;
  const script = step.named.get('script');
  if (script === undefined) return { byHand: 'it has no script' };
  const returnsStatus = flag(step, 'returnStatus', scope, false);
  const returnsOutput = flag(step, 'returnStdout', scope, false);
  if (returnsStatus === undefined || returnsOutput === undefined) return { byHand: 'what it returns is computed' };
  const written = shellOf(script, scope);
  if (isByHand(written)) return written;
  const code = scriptText(written.text);
  if (code === undefined) return { byHand: 'agents run scripts of bash, dash, ksh, zsh and sh only' };
  if (code.text === '') return mapped([], written.differs, 'the script is empty');
  if (code.shebang !== undefined && scope.container !== undefined)
    return { byHand: 'a container runs scripts with its /bin/sh' };
  const label = text(step, 'label', scope);
  const isLabeled = label !== undefined && label !== '';
  const task = shellTask(
    { script: returnsStatus ? withoutStatus(code) : linesOf(code), ...shebangOf(code) },
    step.call,
    stepId(mapping, scope, isLabeled ? label : programOf(code.text)),
    scope,
    isLabeled ? { description: label } : {},
  );
  const encoding = constant(step, 'encoding', scope);
  const differs = [
    ...written.differs,
    ...(returnsOutput ? ['its output is in the log'] : []),
    ...(step.named.has('encoding') && !/^utf-?8$/i.test(String(encoding)) ? ['its output is read as UTF-8'] : []),
    ...(step.named.has('label') && label === undefined ? ['its label is not kept, because it is computed'] : []),
  ];
  return mapped([task], differs);
};

const shebangOf = ({ shebang }: ScriptText) => (shebang === undefined ? {} : { shebang });

const linesOf = ({ text: script, stops }: ScriptText) => (stops ? script : `set +e\n${script}`);

/** The same commands, whose status does not fail the task. */
function withoutStatus({ text: script, stops }: ScriptText): string {
  return ['set +e', '(', ...(stops ? ['set -e'] : []), script, ')', 'true'].join('\n');
}

/** The name of the first program, for the id of the task. */
function programOf(script: string): string {
  const words = script.split(/\s+/).filter((word) => !/^(?:\w+=|set$|[-+]|sudo$|#)/.test(word));
  const name = words[0]?.replace(/^.*\//, '') ?? '';
  return /^[A-Za-z][\w.-]*$/.test(name) ? name : 'script';
}

/** Steps of Windows, whose scripts agents of Flowgate do not run. */
const ofWindows: StepHandler = ({ name }) => ({ byHand: `agents run POSIX shells, not ${name}` });

/** Steps that only return a value to Groovy. */
const ofGroovy: StepHandler = ({ name }) => ({
  byHand: `${name} returns a value to Groovy, which a flow does not run`,
});

export const scriptHandlers: Readonly<Record<string, StepHandler>> = {
  sh,
  bat: ofWindows,
  powershell: ofWindows,
  pwsh: ofWindows,
  fileExists: ofGroovy,
  findFiles: ofGroovy,
  isUnix: ofGroovy,
  pwd: ofGroovy,
  readCSV: ofGroovy,
  readFile: ofGroovy,
  readJSON: ofGroovy,
  readMavenPom: ofGroovy,
  readProperties: ofGroovy,
  readYaml: ofGroovy,
  tool: ofGroovy,
  load: () => ({ byHand: 'it loads Groovy code from a file, which the import does not read' }),
};
