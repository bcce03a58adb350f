import type { Call } from '../groovy/syntax.ts';
import { simpleName } from './class-name.ts';
import { callAt, unknownCall } from './config-calls.ts';
import { childOf, textAt, type ConfigElement } from './config-element.ts';

const scripts: Readonly<Record<string, string>> = { Shell: 'sh', BatchFile: 'bat' };

/** Reads a build step. A script whose exit code can make a build unstable is no `sh`, so it keeps its class. */
export function readBuilder(element: ConfigElement): Call {
  const step = scripts[simpleName(element.name)];
  const command = childOf(element, 'command');
  const unstable = textAt(element, 'unstableReturn') ?? '0';
  if (step === undefined || command === undefined || unstable !== '0') return unknownCall(element);
  return callAt(element, step, {}, { kind: 'literal', value: command.text, start: command.start, end: command.end });
}
