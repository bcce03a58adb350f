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
export type AskModel = (jenkinsfile: string) => Promise<unknown>;

/** Reads a Jenkinsfile, or the `config.xml` of a job. @param askModel absent without a controller */
export async function readFoundJob(name: string, text: string, askModel?: AskModel): Promise<FoundJob> {
  if (!isConfigXml(text)) return { name, kind: 'Jenkinsfile', pipeline: await readScript(text, askModel) };
  const job = readJob(text);
  switch (job.kind) {
    case 'pipeline':
      return { name, kind: job.kind, ...(await pipelineOf(job, askModel)) };
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

async function pipelineOf(
  job: PipelineJob,
  askModel: AskModel | undefined,
): Promise<Pick<FoundJob, 'pipeline' | 'note'>> {
  const { script, repository, scriptPath = 'Jenkinsfile' } = job;
  if (script === undefined)
    return { note: `its script is in a repository; import ${scriptPath} from ${repository?.url ?? 'there'}` };
  return { pipeline: readJobPipeline(job, script, await modelOf(script, askModel)) };
}

async function readScript(script: string, askModel: AskModel | undefined): Promise<Pipeline> {
  const model = await modelOf(script, askModel);
  return model === undefined ? readPipeline(script) : readModelJson(script, model);
}

async function modelOf(script: string, askModel: AskModel | undefined): Promise<unknown> {
  return askModel === undefined || readPipeline(script).kind !== 'declarative' ? undefined : askModel(script);
}

function placesOf({ sources, otherSources }: MultibranchJob): string {
  const places = [...sources.map(({ url }) => url), ...otherSources.map((source) => `the repository of ${source}`)];
  return places.length === 0 ? 'its repository' : places.join(', ');
}
