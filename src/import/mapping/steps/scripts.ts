import { taskIdIn } from '../context/job-mapping.ts';
import { shellOf } from '../scripts/shell-of.ts';
import { shellTask } from '../scripts/shell-task.ts';
import {
  alwaysByHand,
  constant,
  constantText,
  flag,
  mapped,
  type StepConstruct,
  type StepHandler,
  type StepTable,
} from './step.ts';

const sh: StepHandler = (step, scope) => {
  const script = step.named.get('script');
  if (script === undefined) return { byHand: 'it has no script' };
  const returnsStatus = flag(step, 'returnStatus', scope, false);
  const returnsOutput = flag(step, 'returnStdout', scope, false);
  if (returnsStatus === undefined || returnsOutput === undefined) return { byHand: 'what it returns is computed' };
  const written = shellOf(script, scope);
  if ('byHand' in written) return written;
  const code = scriptText(written.text);
  if (code === undefined) return { byHand: 'agents run scripts of bash, dash, ksh, zsh and sh only' };
  if (code.text === '') return mapped([], written.differs, 'the script is empty');
  if (code.shebang !== undefined && scope.container !== undefined)
    return { byHand: 'a container runs scripts with its /bin/sh' };
  const label = constantText(step, 'label', scope);
  const isLabeled = label !== undefined && label !== '';
  const task = shellTask(
    { script: returnsStatus ? withoutStatus(code) : linesOf(code), ...shebangOf(code) },
    step.call,
    taskIdIn(scope, isLabeled ? label : programOf(code.text)),
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
const ofWindows: StepConstruct = {
  main: 'script',
  map: ({ name }) => ({ byHand: `agents run POSIX shells, not ${name}` }),
};

/** Steps that only return a value to Groovy. */
const ofGroovy: StepConstruct = {
  map: ({ name }) => ({ byHand: `${name} returns a value to Groovy, which a flow does not run` }),
};

export const scriptSteps: StepTable = {
  sh: { main: 'script', arguments: 'script label encoding returnStdout returnStatus', map: sh },
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
  load: alwaysByHand('it loads Groovy code from a file, which the import does not read'),
};

/** A script that Jenkins runs with an interpreter of its own. */
interface ScriptText {
  /** The first line if it names the shell: `#!/bin/bash`. */
  readonly shebang?: string;
  readonly text: string;
  /** Whether the shell stops at the first command that fails. */
  readonly stops: boolean;
}

/**
 * Splits the argument of `sh`, tidied where that changes nothing. Undefined if its first line names an interpreter that is no
 * shell. Without such a line, Jenkins runs `sh -xe`; with one, the shell does not stop at failures unless it says so.
 */
function scriptText(script: string): ScriptText | undefined {
  if (!script.startsWith('#!')) return { text: tidy(script), stops: true };
  const end = script.includes('\n') ? script.indexOf('\n') : script.length;
  const shebang = script.slice(0, end).trimEnd();
  if (!/^#! ?(?:\/(?:[\w.-]+\/)*|\/usr\/bin\/env )(?:ba|da|k|z|)sh(?: -[a-z]+)?$/.test(shebang)) return undefined;
  return { shebang, text: tidy(script.slice(end + 1)), stops: /\s-[a-z]*e[a-z]*$/.test(shebang) };
}

/** Without blank lines around it, and without the indentation that all lines share. */
function tidy(script: string): string {
  const text = withoutEnd(script.replace(/^(?:[ \t]*\n)+/, ''));
  if (!text.includes('\n')) return text.trimStart();
  if (!canMoveLines(text)) return text;
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const [first = ''] = indents.toSorted((left, right) => left.length - right.length);
  if (!indents.every((indent) => indent.startsWith(first))) return text;
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(first.length))).join('\n');
}

/** Without the white space at its end; the first of it stays after a backslash. A pattern would take quadratic time. */
function withoutEnd(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith('\\') ? text.slice(0, trimmed.length + 1) : trimmed;
}

/** Whether the beginnings of lines are only indentation: not in here-documents, in quotes, or inside of a word. */
function canMoveLines(text: string): boolean {
  if (text.includes('<<') || /\S\\\n/.test(text)) return false;
  return text.split('\n').every((line) => {
    const code = line.replace(/\\./g, '').replace(/'[^']*'|"[^"]*"/g, '');
    return !/['"`]/.test(code);
  });
}
