import { LRUCache } from 'lru-cache';
import { Caller } from '../../access/caller.ts';
import type { BuildPlan, BuildPlanner, PlannedSecret } from '../../engines/jenkins/builds/build-plan.ts';
import { parameterOfCalledSecret, inputOfFileSecret } from '../../execution/record/secret-names.ts';
import type { AcceptedExecution, ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { ExecutionStore } from '../../execution/record/execution-store.ts';
import type { SecretVault } from '../../execution/record/secret-vault.ts';
import { inputVariable } from '../../language/expressions/reference.ts';
import { isFileDescription } from '../../store/files/file-description.ts';
import { safeFileName } from '../../language/inputs/safe-file-name.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { type Input, isFile, isSecret } from '../../language/inputs/input.ts';
import { environmentText } from '../../language/inputs/text-conversion.ts';
import type { JenkinsJob } from '../../engines/jenkins/client/jenkins-gateway.ts';
import { ownWork, type WorkOwner } from '../../language/safe-patterns/bounded-engine.ts';
import { defaultParameters, type CalledDefault } from '../../engines/jenkins/jenkinsfile/called-defaults.ts';
import type { Transpilation } from '../../engines/jenkins/jenkinsfile/transpile.ts';
import { fileParameters, jobParameters } from '../../engines/jenkins/jenkinsfile/compose-parameters.ts';
import { fileParameter, protocolParameters, secretParameter } from '../../engines/jenkins/jenkinsfile/job-parameter.ts';
import { asciiJson, readableParameter } from '../../engines/jenkins/jenkinsfile/readable-parameter.ts';
import { AppError } from '../../problem/app-error.ts';
import type { JsonValue } from '../../text/json-value.ts';
import type { Problem } from '../../problem/problem.ts';
import type { RevisionSource } from '../../store/revisions/flow-revision.ts';
import { keyNotConfigured } from '../../store/secrets/secret-box.ts';
import { usableFlow, type FlowChecker } from '../flows/flow-checker.ts';
import { invalidFlow } from '../flows/flow-errors.ts';
import type { FlowLanguage } from '../language/flow-language.ts';
import { problemAtRun } from '../subflows/problem-at-run.ts';
import { ownerOf, type ResolvedFlow, type ResolveOptions, type SubflowService } from '../subflows/subflow-service.ts';
import type { ExecutionFiles } from './execution-files.ts';
import { namedCredential } from '../../masking/named-credential.ts';

/** A flow ready to push, with the revisions it consists of. */
export interface PlannedJob {
  readonly flow: ValidatedFlow;
  readonly job: JenkinsJob;
  readonly digest: string;
  readonly subflows: AcceptedExecution['subflows'];
  /** The defaults of secret inputs of called flows, including plain strings. */
  readonly calledDefaults: readonly CalledDefault[];
}

export interface PlannerDeps {
  readonly store: ExecutionStore;
  /** Absent without a key; flows cannot be built then. */
  readonly vault?: SecretVault;
  readonly checker: FlowChecker;
  readonly subflows: SubflowService;
  readonly files: Pick<ExecutionFiles, 'urlOf'>;
  readonly language: FlowLanguage;
  /** What keeps a flow from running where executions run, besides its own problems. */
  readonly engineProblems: (resolved: ResolvedFlow, revision: number | undefined) => readonly Problem[];
}

// In memory, a Jenkinsfile takes one byte per character.
const cachedCharacters = 16 * 1024 * 1024;

interface RecentJenkinsfile {
  readonly revision: number | undefined;
  readonly transpilation: Transpilation;
}

/** Turns flows into what Jenkins receives. */
export class FlowBuildPlanner implements BuildPlanner {
  readonly #deps: PlannerDeps;
  /** Of flows that call no others: the same flow and revision always have the same Jenkinsfile. */
  readonly #recent = new LRUCache<ValidatedFlow, RecentJenkinsfile>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ transpilation }) => transpilation.jenkinsfile.length,
  });

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
  }

  /**
   * @param options `pinned`: the revisions of subflows that were accepted, the latest ones by default; `caller`: the user
   * who executes it
   * @throws {AppError} `forbidden`; `flow-invalid`, also for problems that appear only together with the subflows
   */
  async job(
    source: RevisionSource,
    revision: number | undefined,
    options: Pick<ResolveOptions, 'pinned' | 'caller' | 'owner'>,
  ): Promise<PlannedJob> {
    const owner = ownerOf(options);
    const checked = await this.#deps.checker.check(source, owner);
    const accepted = usableFlow(checked);
    const resolved = await this.#deps.subflows.resolve(accepted, { revision, isForRun: true, ...options });
    const { flow, problems: found, revisions } = resolved;
    const { jenkinsfile, digest, calledDefaults, problems: added } = await this.#transpile(resolved, revision, owner);
    const ofEngine = this.#deps.engineProblems(resolved, revision);
    const problems = (await checked.locate([...found, ...added, ...ofEngine], owner)).map(problemAtRun);
    if (problems.some(({ severity }) => severity === 'error')) throw invalidFlow(problems);
    const job = {
      key: { namespace: flow.namespace, id: flow.id },
      description: flow.description ?? '',
      parameters: [...jobParameters(flow.inputs), ...fileParameters(flow.inputs), ...defaultParameters(calledDefaults)],
      script: jenkinsfile,
      durability: flow.durability,
      label: flow.workerGroup,
    };
    return { flow: accepted, job, digest, subflows: revisions, calledDefaults };
  }

  async #transpile(
    { flow, called }: ResolvedFlow,
    revision: number | undefined,
    owner: WorkOwner,
  ): Promise<Transpilation> {
    const recent = called.size === 0 ? this.#recent.get(flow) : undefined;
    if (recent !== undefined && recent.revision === revision) return recent.transpilation;
    const request = { flow, called, revision, parameters: 'external' } as const;
    const transpilation = await this.#deps.language.ask('transpile', request, owner);
    if (called.size === 0) this.#recent.set(flow, { revision, transpilation });
    return transpilation;
  }

  async plan(record: ExecutionRecord): Promise<BuildPlan> {
    const source = await this.#deps.store.source(record.id);
    if (source === undefined) throw new AppError('execution-not-found', `The execution ${record.id} was not found.`);
    const caller = Caller.trusted(record.actor, record.flow.namespace);
    const { flow, job, digest } = await this.job(source, record.revision, {
      pinned: record.subflows,
      caller,
      owner: ownWork,
    });
    if (this.#deps.vault === undefined) throw keyNotConfigured('the secrets of executions');
    const secrets = (await this.#deps.vault.open(record.id)) ?? new Map<string, string>();
    const given = flow.inputs.filter(({ id }) => Object.hasOwn(record.inputs, id));
    const sent = given.map((input) => [input.id, sentValue(input, record.inputs[input.id] ?? null)] as const);
    return {
      job,
      digest,
      parameters: new Map([
        ...given.flatMap((input) => shownParameter(input, record.inputs[input.id] ?? null)),
        [protocolParameters.execution, record.id],
        [protocolParameters.inputs, asciiJson(Object.fromEntries(sent))],
        [protocolParameters.digest, digest],
      ]),
      secrets: [...secrets].map(([name, value]) => this.#secret(record.id, name, value)),
    };
  }

  #secret(executionId: string, name: string, value: string): PlannedSecret {
    const fileInput = inputOfFileSecret(name);
    if (fileInput !== undefined)
      return { parameter: fileParameter(fileInput), value: this.#deps.files.urlOf(executionId, fileInput, value) };
    const parameter = parameterOfCalledSecret(name) ?? secretParameter(name);
    const credential = namedCredential(value);
    return credential === undefined ? { parameter, value } : { parameter, credential };
  }
}

/**
 * How a build receives a value: its string; for a file its facts and its name on the agent; for a secret only that it
 * has a value.
 */
function sentValue(input: Input, value: JsonValue): JsonValue {
  if (isSecret(input)) return '';
  return isFileDescription(value) && isFile(input)
    ? { ...value, name: safeFileName(value.filename) }
    : environmentText(input, value);
}

/** The parameter shown on the build page; the build itself reads the values that were sent in one piece. */
function shownParameter(input: Input, value: JsonValue): [string, string][] {
  if (isSecret(input)) return [];
  return [
    [
      inputVariable(input.id),
      readableParameter(isFileDescription(value) ? value.filename : environmentText(input, value)),
    ],
  ];
}
