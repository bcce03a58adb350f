import type { Job, MultibranchJob, PipelineJob } from '../pipeline/job.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { readJob } from '../pipeline/read-config-xml.ts';
import { readJobPipeline } from '../pipeline/read-job-pipeline.ts';
import { readModelJson } from '../pipeline/read-model-json.ts';
import { readPipeline } from '../pipeline/read-pipeline.ts';

/** What an import or an audit found: a Jenkinsfile, or a job of Jenkins. */
export interface FoundJob {
  /** The full name of the job, such as `team/app`, or the path of the file. */
  readonly name: string;
  readonly kind: Job['kind'] | 'Jenkinsfile';
  /** What can be imported; undefined if there is nothing. */
  readonly pipeline?: Pipeline;
  /** Why there is nothing to import, as a clause. */
  readonly note?: string;
  /** Whether it could not be read. */
  readonly isBroken?: true;
}

/** What a controller answers about a declarative Jenkinsfile (`POST /pipeline-model-converter/toJson`); undefined if it cannot. */
type AskModel = (jenkinsfile: string) => Promise<unknown>;

/** Reads a Jenkinsfile, or the `config.xml` of a job, with what a controller knows about it. */
export async function readJobWith(askModel: AskModel, name: string, text: string): Promise<FoundJob> {
  const script = scriptOf(text);
  const isAsked = script !== undefined && readPipeline(script).kind === 'declarative';
  return readFoundJob(name, text, isAsked ? await askModel(script) : undefined);
}

/** @param model what a controller answered about the Jenkinsfile, or the script of the job; undefined if none was asked */
export function readFoundJob(name: string, text: string, model?: unknown): FoundJob {
  if (!isConfigXml(text)) {
    return {
      name,
      kind: 'Jenkinsfile',
      pipeline: model === undefined ? readPipeline(text) : readModelJson(text, model),
    };
  }
  const job = readJob(text);
  switch (job.kind) {
    case 'pipeline':
      return { name, kind: job.kind, ...pipelineOf(job, model) };
    case 'freestyle':
      return { name, kind: job.kind, pipeline: job.pipeline };
    case 'multibranch':
      return {
        name,
        kind: job.kind,
        note: `each branch has its own ${job.scriptPath}; import it from ${placesOf(job)}`,
      };
    case 'folder':
      return { name, kind: job.kind, note: 'a folder of jobs' };
    case 'organization':
      return { name, kind: job.kind, note: 'it finds repositories on its own; import the Jenkinsfiles in these' };
    case 'matrix':
    case 'unsupported':
      return { name, kind: job.kind, note: `jobs of the kind ${job.element} are not imported` };
    case 'unreadable':
      return { name, kind: job.kind, note: `the config.xml cannot be read: ${job.problem.message}`, isBroken: true };
  }
}

function isConfigXml(text: string): boolean {
  return /^\ufeff?\s*<(?:\?xml|!--|[a-z])/.test(text);
}

function scriptOf(text: string): string | undefined {
  if (!isConfigXml(text)) return text;
  const job = readJob(text);
  return job.kind === 'pipeline' ? job.script : undefined;
}

function pipelineOf(job: PipelineJob, model: unknown): Pick<FoundJob, 'pipeline' | 'note'> {
  const { script, repository, scriptPath = 'Jenkinsfile' } = job;
  if (script === undefined)
    return { note: `its script is in a repository; import ${scriptPath} from ${repository?.url ?? 'there'}` };
  return { pipeline: readJobPipeline(job, script, model) };
}

function placesOf({ sources, otherSources }: MultibranchJob): string {
  const places = [...sources.map(({ url }) => url), ...otherSources.map((source) => `the repository of ${source}`)];
  return places.length === 0 ? 'its repository' : places.join(', ');
}
