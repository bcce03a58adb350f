import { setTimeout as sleep } from 'node:timers/promises';
import { waitLine } from '../../../src/engines/jenkins/builds/log-marks.ts';
import {
  buildsInSight,
  descriptionWords as words,
} from '../../../src/engines/jenkins/jenkinsfile/build-description.ts';
import type { TaskState } from '../../../src/language/execution-plan/task-state.ts';
import { digestOf, planOf, writesStopLine, type BuildPlan, type PlannedTask, type PlannedWait } from './build-plan.ts';
import { scriptOf, type StandInJob } from './items.ts';
import { StandInLog } from './stand-in-log.ts';
import { StandInStops } from './stand-in-stops.ts';

export interface BuildTiming {
  /** From the executor to the guard. */
  readonly boot: number;
  /** For a task whose plan has no duration. */
  readonly task: number;
  /** From the result to the last line of the log. */
  readonly lastLine: number;
  /** From the line that reports a stop to the final tasks. */
  readonly stopPause: number;
}

/** One run of a job: seen from outside, it behaves like Flowgate's pipeline runtime in a real Jenkins. */
export class StandInBuild {
  readonly log = new StandInLog();
  readonly startedAt = Date.now();
  readonly artifacts = new Map<string, string>();
  readonly digest: string | undefined;
  building = true;
  result: string | null = null;
  description: string | null = null;
  duration = 0;
  /** Paths of the tasks that began, in order. */
  readonly ran: string[] = [];
  readonly plan: BuildPlan;
  readonly #announcesStop: boolean;
  readonly #stops: StandInStops;
  #isWaiting = false;
  /** Ends the task that runs. */
  #endTask: () => void = () => undefined;
  /** The error that ends the pipeline. */
  #failure: string | undefined;

  readonly job: StandInJob;
  readonly number: number;
  readonly queueId: number;
  readonly parameters: ReadonlyMap<string, string>;
  readonly user: string;
  readonly #timing: BuildTiming;

  constructor(
    job: StandInJob,
    item: { id: number; parameters: ReadonlyMap<string, string>; user: string },
    timing: BuildTiming,
  ) {
    this.job = job;
    this.number = job.nextBuildNumber++;
    this.queueId = item.id;
    this.parameters = item.parameters;
    this.user = item.user;
    this.#timing = timing;
    const script = scriptOf(job); // the current script, not that at the time of the request
    this.digest = digestOf(script);
    this.plan = planOf(script, timing.task);
    this.#announcesStop = writesStopLine(this.plan, script);
    this.#stops = new StandInStops(this.plan);
    this.log.hidden(`Started by user ${item.user}`);
  }

  /** Whether an agent exists for it. */
  get canRun(): boolean {
    return this.plan.executor !== false;
  }

  /** @param executor resolves once the build has one; rejects if it is stopped before */
  async run(executor: (stop: AbortSignal) => Promise<() => void>): Promise<void> {
    let free = (): void => undefined;
    try {
      if (this.plan.broken === true) throw new Error('startup failed: WorkflowScript: 1: unexpected token');
      free = await executor(this.#stops.signal);
      await sleep(this.#timing.boot, undefined, { signal: this.#stops.signal });
      await this.#end((await this.#guard()) ? await this.#runFlow() : 'NOT_BUILT');
    } catch (error) {
      if (!this.#stops.signal.aborted) this.log.line(String(error));
      await this.#end(this.#stops.signal.aborted ? 'ABORTED' : 'FAILURE');
    } finally {
      free();
    }
  }

  stop(force: 'stop' | 'term' | 'kill', user: string): void {
    if (!this.building) return;
    this.log.line(force === 'kill' ? 'Hard kill!' : 'Sending interrupt signal to process');
    this.#stops.press(force, user);
  }

  /** Lets the task that runs end now, as if its time were over. */
  endTask(): void {
    this.#endTask();
  }

  /** The user who stopped it. */
  get abortedBy(): string | undefined {
    return this.#stops.by;
  }

  /** Ends without a trace, as when the job is deleted. */
  vanish(): void {
    for (const force of ['stop', 'kill'] as const) this.#stops.press(force, this.user);
  }

  /** Decides as templates/runtime/progress.groovy does. */
  async #guard(): Promise<boolean> {
    const execution = this.parameters.get('FLOWGATE_EXECUTION_ID') || words.byHand;
    const mark = `${words.execution} ${execution}`;
    const expected = this.parameters.get('FLOWGATE_DIGEST');
    let reason: typeof words.wrongRevision | typeof words.duplicate | undefined;
    if (expected !== undefined && expected !== '' && expected !== this.digest) reason = words.wrongRevision;
    else if (execution !== words.byHand && this.#isDuplicate(mark)) reason = words.duplicate;
    this.description = `${mark}\n${reason === undefined ? words.accepted : `${words.notBuilt}: ${reason}`}`;
    return reason === undefined;
  }

  #isDuplicate(mark: string): boolean {
    for (let number = this.number - buildsInSight; number <= this.number + buildsInSight; number++) {
      const lines = this.job.builds.get(number)?.description?.split('\n') ?? [];
      if (number !== this.number && lines[0] === mark && lines[1]?.startsWith(words.notBuilt) !== true) return true;
    }
    return false;
  }

  /** Runs the tasks, and at the end the final ones, however the tasks ended. */
  async #runFlow(): Promise<string> {
    try {
      const result = await this.#runTasks();
      if (this.#isWaiting) return result;
      if (result === 'FAILURE') this.#keep();
      await this.#runFinally();
      return result;
    } catch (stopped) {
      this.#keep();
      if (this.#announcesStop && this.#stops.signal.aborted) await this.#announceStop();
      await this.#runFinally();
      throw stopped;
    }
  }

  #keep(): void {
    if (this.plan.keeps === undefined) return;
    this.artifacts.set('.flowgate/segment.json', JSON.stringify(this.plan.keeps));
    this.description += `\n${words.kept} ${Date.now()}`;
  }

  async #announceStop(): Promise<void> {
    this.#stops.enter('pause');
    this.description += `\n${words.stopping} ${Date.now()}`;
    await sleep(this.#timing.stopPause, undefined, { signal: this.#stops.finalSignal });
  }

  async #runFinally(): Promise<void> {
    this.#stops.enter('finally');
    for (const task of this.plan.finally ?? []) await this.#runTask(task, this.#environment(), this.#stops.finalSignal);
  }

  async #runTasks(): Promise<string> {
    const environment = this.#environment();
    if (this.parameters.has('FLOWGATE_SEGMENT')) this.log.hidden('[Pipeline] Start of Pipeline');
    // The scripted pipeline, which has no stage of its own.
    this.log.hidden('[Pipeline] {');
    if (this.plan.standsIn !== undefined)
      await new Promise((_resolve, reject) => this.#stops.signal.addEventListener('abort', reject));
    const { from, ended } = this.#segment;
    const first = Math.max(
      0,
      this.plan.tasks.findIndex(({ path }) => path === from),
    );
    for (const task of this.plan.tasks.slice(first)) {
      if (task.path === from && ended !== undefined) {
        if (await this.#endWait(task, ended, environment)) continue;
        break;
      }
      const wait = this.plan.waits?.find((each) => each.task === task.path);
      if (wait !== undefined) return this.#wait(wait);
      if (await this.#runTask(task, environment)) continue;
      this.#failure = task.failure ?? `Task ${task.path} failed: its script ended with status 1`;
      break;
    }
    const result = this.plan.result ?? (this.#failure === undefined ? 'SUCCESS' : 'FAILURE');
    for (const [path, text] of Object.entries(this.plan.artifacts ?? {})) this.artifacts.set(path, text);
    if (result !== 'FAILURE') this.artifacts.set('.flowgate/outputs.json', JSON.stringify(this.plan.outputs ?? {}));
    return result;
  }

  /** Where the build begins, as Flowgate sends it. */
  get #segment(): { readonly from?: string; readonly ended?: { readonly state: string; readonly reason?: string } } {
    return JSON.parse(this.parameters.get('FLOWGATE_SEGMENT') || '{}') as Record<string, never>; // written by Flowgate
  }

  #wait({ task: path, leaves, artifacts = {} }: PlannedWait): string {
    const now = Date.now();
    for (const [file, text] of Object.entries(artifacts)) this.artifacts.set(file, text);
    if (leaves !== undefined) this.artifacts.set('.flowgate/segment.json', JSON.stringify(leaves));
    this.log.hidden(`[Pipeline] { (${path})`);
    this.log.line(`${waitLine}${path} waits for a decision`);
    this.log.hidden('[Pipeline] }');
    this.description += `\n${path} ${words.success} ${now} ${now}\n${words.waits} ${now} ${path}`;
    this.#isWaiting = true;
    return this.plan.result ?? 'SUCCESS';
  }

  async #endWait(
    task: PlannedTask,
    { state, reason }: { readonly state: string; readonly reason?: string },
    environment: ReadonlyMap<string, string>,
  ): Promise<boolean> {
    if (state === 'KILLED') {
      this.#stops.press('stop', 'the build itself');
      await this.#runTask(task, environment);
    }
    await this.#runTask({ ...task, milliseconds: 0, outcome: state === 'SUCCESS' ? 'SUCCESS' : 'FAILED' }, environment);
    if (state === 'FAILED') this.#failure = `Task ${task.path} failed: ${reason}`;
    return state === 'SUCCESS';
  }

  async #runTask(
    task: PlannedTask,
    environment: ReadonlyMap<string, string>,
    signal = this.#stops.signal,
  ): Promise<boolean> {
    const outcome = task.outcome ?? 'SUCCESS';
    this.ran.push(task.path);
    const start = Date.now();
    const line = (state: TaskState, end?: number): string =>
      `${task.path} ${state} ${start}${end === undefined ? '' : ` ${end}`}`;
    const before = this.description;
    const write = (text: string): void => void (this.description = `${before}\n${text}`);
    if (outcome === 'SKIPPED') write(line(outcome, start));
    else {
      this.log.hidden(`[Pipeline] { (${task.path})`);
      write(`${task.isFinal === true ? `${words.finalTasks} ${start}\n` : ''}${line(words.running)}`);
      const text = Buffer.from(task.log === undefined ? '' : `${this.#expanded(task.log, environment)}\n`);
      // In two chunks that split a character.
      this.log.bytes(text.subarray(0, text.length / 2));
      try {
        await Promise.race([
          sleep(task.milliseconds ?? this.#timing.task, undefined, { signal }),
          new Promise<void>((resolve) => (this.#endTask = resolve)),
        ]);
      } catch (stopped) {
        write(line(words.killed, Date.now()));
        throw stopped;
      } finally {
        this.log.bytes(text.subarray(text.length / 2));
        this.log.hidden('[Pipeline] }');
      }
      write(line(outcome, Date.now()));
    }
    return outcome !== 'FAILED';
  }

  /** Every parameter expanded with the others, ignoring case, with empty values unset. */
  #environment(): ReadonlyMap<string, string> {
    const given = new Map([...this.parameters].map(([name, value]) => [name.toUpperCase(), value]));
    given.set('BUILD_NUMBER', String(this.number));
    const expand = (text: string): string =>
      text.replace(/\$(?:\$|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g, (whole, plain?: string, braced?: string) =>
        whole === '$$' ? '$' : (given.get((plain ?? braced ?? '').toUpperCase()) ?? whole),
      );
    return new Map(
      [...given].map(([name, value]) => [name, expand(value)] as const).filter(([, value]) => value !== ''),
    );
  }

  #expanded(log: string, environment: ReadonlyMap<string, string>): string {
    const secrets = new Map<string, string>();
    const lines: string[] = [];
    for (const [name, id] of this.parameters) {
      if (!name.startsWith('FLOWGATE_SECRET_') || id === '') continue;
      const value = this.job.folder.secrets.get(id);
      if (value === undefined) throw new Error(`Could not find credentials entry with ID '${id}'`);
      secrets.set(name.slice('FLOWGATE_SECRET_'.length), value);
      for (let line = 1; line <= Number(/\.(\d+)$/.exec(id)?.[1] ?? 0); line++)
        lines.push(this.job.folder.secrets.get(`${id}.${line}`) ?? '');
    }
    const text = log.replace(/\$\{(?:(params|secret)\.)?(\w+)\}/g, (_, source: string | undefined, name: string) => {
      if (source === 'params') return this.parameters.get(name) ?? '';
      return (source === 'secret' ? secrets.get(name) : environment.get(name.toUpperCase())) ?? '';
    });
    // Only as a whole, and no short strings.
    return [...secrets.values(), ...lines]
      .filter((value) => value.length > 2)
      .reduce((masked, value) => masked.replaceAll(value, '****'), text);
  }

  /** Ends the build, which can show a different result for a moment. */
  async #end(result: string): Promise<void> {
    this.result = this.plan.seemingResult ?? result;
    this.building = false;
    await sleep(this.#timing.lastLine);
    this.result = result;
    this.duration = Date.now() - this.startedAt;
    this.log.hidden('[Pipeline] End of Pipeline');
    if (result === 'FAILURE' && this.#failure !== undefined) this.log.line(`ERROR: ${this.#failure}`);
    this.log.line(`Finished: ${result}`);
    this.log.complete = true;
  }
}
