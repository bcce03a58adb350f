import type { BuildStage, JenkinsJobs } from '../../../engines/jenkins/client/jenkins-jobs.ts';
import { spanText } from '../executions/execution-text.ts';
import type { ExitStatus } from '../exit-status.ts';
import { tableLines } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { tasksOf, type ListedTask } from './flow-tasks.ts';

/** A stage of a build; without the plugin that tells more, only its name is known. */
export type SeenStage = Pick<BuildStage, 'name'> & Partial<BuildStage>;

export interface ComparedJob {
  /** The full name of the job. */
  readonly name: string;
  /** In YAML. */
  readonly flow: string;
}

/** Prints the stages of the last build of a job beside the tasks of its flow. @throws {UsageError} without a build */
export async function compareStages(
  { name, flow }: ComparedJob,
  jobs: JenkinsJobs,
  { stdout }: Pick<Terminal, 'stdout'>,
): Promise<ExitStatus> {
  const build = await jobs.lastBuild(name);
  if (build === undefined) throw new UsageError(`${name} has no build that has ended.`);
  const stages = (await jobs.stages(name, build.number)) ?? stagesOfLog(await jobs.log(name, build.number));
  stdout.writeLines(`${name} #${build.number}: ${build.result ?? 'unknown'}, ${spanText(build.duration)}`);
  stdout.writeLines(...comparedLines(stages, tasksOf(flow)));
  return 0;
}

/** The stages that a log names, for a Jenkins that does not tell them otherwise. */
export function stagesOfLog(log: string): readonly SeenStage[] {
  const skipped = new Set([...log.matchAll(/^Stage "(.+)" skipped due to /gm)].map(([, name]) => name));
  return [...log.matchAll(/^\[Pipeline\] \{ \((.+)\)$/gm)]
    .map(([, name = '']) => name.replace(/^Branch: /, ''))
    .map((name) => (skipped.has(name) ? { name, status: 'NOT_EXECUTED' } : { name }));
}

/** A table of stages and tasks: a stage beside the task that it became, by name and in order. */
export function comparedLines(stages: readonly SeenStage[], tasks: readonly ListedTask[]): readonly string[] {
  const left = [...stages];
  const rows = tasks.map((task) => {
    const index = left.findIndex(({ name }) => plain(name) === plain(task.id));
    const [stage] = index === -1 ? [] : left.splice(index, 1);
    return [...stageCells(stage), ...taskCells(task)];
  });
  const alone = left.map((stage) => [...stageCells(stage), '-', '']);
  return tableLines(['STAGE', 'RESULT', 'TIME', 'TASK', 'TYPE'], [...rows, ...alone]);
}

function stageCells(stage: SeenStage | undefined): readonly string[] {
  if (stage === undefined) return ['-', '', ''];
  const { name, status = '', duration } = stage;
  return [name, status, duration === undefined ? '' : spanText(duration)];
}

function taskCells({ id, type, isDisabled, depth }: ListedTask): readonly string[] {
  return [`${'  '.repeat(depth)}${id}`, isDisabled ? `${type}, by hand` : type];
}

/** What a name and the id that was made from it have in common. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
