import { join } from 'node:path';
import { messageOf } from '../../../base/problem/message-of.ts';
import type { RunEnd } from '../../../engines/local/interpreter/flow-run.ts';
import { DiskRoom } from '../../../engines/local/shell/disk-room.ts';
import { LocalExecution } from '../../../engines/local/shell/local-execution.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import { searchesAtOnce } from '../../../language/expressions/search-at-once.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import { newExecutionId } from '../../../store/executions/record/execution-id.ts';
import type { AcceptedValues } from '../../offline-flows/accept-values.ts';
import { noticeLines } from '../executions/execution-text.ts';
import type { Printer } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { copyKeptFiles, keptFiles, type KeptFile } from './kept-files.ts';
import { clearLeftovers, newRunFolder, releaseRunFolder } from './run-folder.ts';
import { marks } from './run-marks.ts';
import { noticesOf, outcomeText, type RunOutcome } from './run-outcome.ts';
import { TerminalReport } from './run-report.ts';
import { stopKeys } from './stop-keys.ts';
import { TerminalWaits } from './terminal-waits.ts';

export interface RunRequest {
  readonly plan: FlowPlan;
  readonly values: AcceptedValues;
  /** Absolute path of the folder for output files; without it they are not kept. */
  readonly artifacts: string | undefined;
  /** The id of the task after which the plan was cut off. */
  readonly lastTask: string | undefined;
  /** The ids of the approvals that are approved without a question. */
  readonly approved: ReadonlySet<string>;
  readonly keepsWorkspace: boolean;
}

export interface RunOutput {
  readonly terminal: Terminal;
  /** Gets the output of tasks. */
  readonly log: Printer;
}

/** Runs a planned flow on this machine, printing what happens, and removes its workspace. */
export async function runHere(request: RunRequest, { terminal, log }: RunOutput): Promise<RunOutcome> {
  const { plan, values, artifacts, keepsWorkspace } = request;
  const { stderr: status, environment } = terminal;
  const signs = marks({ environment, isColoured: status.isColoured });
  const report = new TerminalReport({ plan, log, status, marks: signs });
  const folder = newRunFolder();
  const kept = join(folder, 'artifacts');
  const execution = new LocalExecution({
    plan,
    passed: values.passed,
    secrets: values.secrets,
    named: values.named,
    folder,
    artifacts: { folder: kept, room: new DiskRoom({ reserve: 0 }) },
    openFile: values.openFile,
    report,
    waits: new TerminalWaits({ terminal, approved: request.approved }),
    searches: searchesAtOnce,
    executionId: newExecutionId(new Date()),
  });
  const clearing = clearLeftovers();
  const [startedAt, start] = [new Date(), performance.now()];
  try {
    status.write(firstLine(request, folder));
    if (plan.flow.locks !== undefined) status.write('Locks are not taken: only a server has them\n');
    for (const { style, message } of values.messages) status.write(`${style}: ${message}\n`);
    status.writeLines(...noticeLines(noticesOf(values)));
    const end =
      values.failure === undefined
        ? await runStoppably(execution, terminal)
        : { state: 'FAILED' as const, reason: values.failure, outputs: new Map() };
    report.endLog();
    const files = await keptFiles(kept);
    if (artifacts !== undefined) await copyKeptFiles(kept, artifacts, files);
    const milliseconds = performance.now() - start;
    const outcome = { plan, values, end, startedAt, milliseconds, tasks: report.tasks, artifacts: files };
    status.writeLog(outcomeText(outcome, signs));
    if (files.length > 0) status.write(fileLine(files, artifacts));
    if (keepsWorkspace) status.write(`The workspace is kept: ${join(folder, 'workspace')}\n`);
    return outcome;
  } finally {
    if (keepsWorkspace) await releaseRunFolder(folder);
    else
      await execution.remove().catch((error: unknown) => {
        // For example files of root, which a container wrote.
        status.writeMessage(`cannot remove ${folder}: ${messageOf(error)}`);
      });
    await clearing;
  }
}

/** The first Ctrl-C stops the execution, the second one kills it. */
async function runStoppably(execution: LocalExecution, terminal: Terminal): Promise<RunEnd> {
  let endKilled: () => void = () => undefined;
  const killed = new Promise<RunEnd>((resolve) => {
    endKilled = () => resolve({ state: 'KILLED', outputs: new Map() });
  });
  const press = stopKeys({
    stop: () => {
      terminal.stderr.write('Stopping; press Ctrl-C again to skip the final tasks\n');
      execution.stop();
    },
    kill: () => {
      terminal.stderr.write('Ending everything\n');
      void execution.kill().then(endKilled);
    },
  });
  const removeListener = terminal.onStop(press);
  try {
    return await Promise.race([execution.run(), killed]);
  } finally {
    removeListener();
  }
}

function firstLine({ plan, lastTask }: RunRequest, folder: string): string {
  const part = lastTask === undefined ? '' : ` up to task ${lastTask}`;
  return `${flowName(plan.flow)} runs on this machine${part}, in ${join(folder, 'workspace')}\n`;
}

function fileLine(files: readonly KeptFile[], folder: string | undefined): string {
  const place = folder === undefined ? 'not kept; --artifacts DIR keeps them' : `in ${folder}`;
  return `Output files (${place}): ${files.map(({ path }) => path).join(', ')}\n`;
}
