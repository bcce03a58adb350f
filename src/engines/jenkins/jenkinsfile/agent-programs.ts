import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../base/config/package-root.ts';
import { printMarkedLines, readMarkedLines } from './marked-lines.ts';

/** The shell programs around scripts, from `templates/agent`; each ends with a line break. */
export interface AgentPrograms {
  /** Runs one attempt of a task. */
  readonly runTask: string;
  /** Downloads a file into the workspace. */
  readonly fetchFile: string;
  /** Downloads the files that earlier segments have kept. */
  readonly fetchKept: string;
  /** Ends the remaining processes of an execution on the local engine. */
  readonly keepWatch: string;
}

export const agentProgramFiles: Readonly<Record<keyof AgentPrograms, string>> = {
  runTask: 'run-task.sh',
  fetchFile: 'fetch-file.sh',
  fetchKept: 'fetch-kept.sh',
  keepWatch: 'keep-watch.sh',
};

/** A program with its line markers. */
export function readAgentProgram(file: string): string {
  return readFileSync(join(packageRoot(), 'templates', 'agent', file), 'utf8');
}

/** The complete programs. @param engine the one that starts and stops them */
export function agentPrograms(engine: 'jenkins' | 'local'): AgentPrograms {
  // The local engine tells the output of branches apart itself.
  const has = (name: string): boolean =>
    name === 'local' ? engine === 'local' : name !== 'blocks' || engine === 'jenkins';
  const print = (file: string): string => printMarkedLines(readMarkedLines(readAgentProgram(file)), has);
  const { runTask, fetchFile, fetchKept, keepWatch } = agentProgramFiles;
  return {
    runTask: print(runTask),
    fetchFile: print(fetchFile),
    fetchKept: print(fetchKept),
    keepWatch: print(keepWatch),
  };
}
