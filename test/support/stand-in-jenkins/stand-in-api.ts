import { requiredPlugins } from '../../../src/engines/jenkins/client/read-readiness.ts';
import { childOf, parseXml } from '../../../src/engines/jenkins/client/xml-document.ts';
import { json, page, plain, redirect, type Answer } from './answer.ts';
import { browseArtifacts } from './artifact-browser.ts';
import { buildJson, computersJson, folderJson, jobJson, queueItemJson, queueJson } from './items-json.ts';
import {
  findItem,
  isDisabled,
  newFolder,
  parametersOf,
  setDisabled,
  storedConfig,
  type StandInFolder,
  type StandInJob,
} from './items.ts';
import { pickTree } from './pick-tree.ts';
import type { StandInBuild } from './stand-in-build.ts';
import type { StandInQueue } from './stand-in-queue.ts';

export interface ApiRequest {
  readonly method: string;
  /** Still encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
  readonly origin: string;
  readonly user: string;
}

/** The Jenkins calls that the gateway uses, with the statuses and headers of a real Jenkins. */
export class StandInApi {
  readonly root = newFolder('', '<hudson/>');
  readonly queue: StandInQueue;
  quietingDown = false;

  constructor(queue: StandInQueue) {
    this.queue = queue;
  }

  answer(request: ApiRequest): Answer {
    const { path } = request;
    if (path.startsWith('/queue/')) return this.#queue(request);
    const credentials = /^((?:\/job\/[^/]+)+)\/credentials\/store\/folder\/domain\/_\/(.*)$/.exec(path);
    if (credentials !== null) return this.#credentials(request, credentials[1]!, credentials[2]!);
    const build = /^((?:\/job\/[^/]+)+)\/([0-9]+|lastCompletedBuild)\/(.*)$/.exec(path);
    if (build !== null) return this.#build(request, build[1]!, build[2]!, build[3]!);
    const item = /^((?:\/job\/[^/]+)*)\/([^/]+(?:\/json|\.xml)?)$/.exec(path);
    if (item !== null) return this.#item(request, item[1]!, item[2]!);
    if (path === '/computer/api/json')
      return this.#json(request, computersJson(this.builds(), this.queue, request.origin));
    const plugins = requiredPlugins.map((shortName) => ({ active: true, shortName, version: '1' }));
    return path === '/pluginManager/api/json'
      ? this.#json(request, { _class: 'hudson.LocalPluginManager', plugins })
      : page(404);
  }

  /** All builds, job by job. */
  builds(folder: StandInFolder = this.root): StandInBuild[] {
    return [...folder.items.values()].flatMap((item) =>
      item.kind === 'folder' ? this.builds(item) : [...item.builds.values()],
    );
  }

  #item(request: ApiRequest, path: string, call: string): Answer {
    const item = findItem(this.root, path);
    if (item === undefined) return page(404);
    if (call === 'api/json') return this.#json(request, this.#itemJson(item, request.origin, path));
    if (call === 'createItem' && request.method === 'POST' && item.kind === 'folder')
      return this.#create(request, item, path);
    if (call === 'config.xml' && request.method === 'GET')
      return plain(200, { 'content-type': 'application/xml' }, item.config);
    if (call === 'config.xml') return this.#update(request, item);
    if (item.kind === 'folder' || request.method !== 'POST') return page(call === 'buildWithParameters' ? 405 : 404);
    if (call === 'buildWithParameters') return this.#trigger(request, item);
    if (call === 'build') return parametersOf(item).length > 0 ? page(400) : this.#ask(request, item, new Map());
    if (call === 'disable' || call === 'enable') {
      setDisabled(item, call === 'disable');
      if (call === 'disable')
        for (const waiting of this.queue.waiting()) if (waiting.job === item) this.queue.cancel(waiting);
      return redirect(`${path}/`);
    }
    if (call !== 'doDelete') return page(404);
    item.folder.items.delete(item.name.toLowerCase());
    for (const waiting of this.queue.waiting()) if (waiting.job === item) this.queue.cancel(waiting);
    for (const build of item.builds.values()) build.vanish();
    return redirect(path.replace(/job\/[^/]+$/, ''));
  }

  #itemJson(item: StandInFolder | StandInJob, origin: string, path: string): object {
    if (item.kind === 'job') return jobJson(item, origin);
    const folder = folderJson(item, `${origin}${path}/`);
    return path === ''
      ? Object.assign(folder, { _class: 'hudson.model.Hudson', mode: 'NORMAL', quietingDown: this.quietingDown })
      : folder;
  }

  #create({ query, contentType, body }: ApiRequest, folder: StandInFolder, path: string): Answer {
    const name = query.get('name') ?? '';
    if (contentType === '') return page(400, 'No Content-Type header set');
    if (!/^(application|text)\/xml/.test(contentType)) return page(400, 'No mode given');
    if (name === '') return page(400, "Query parameter 'name' is required");
    const unsafe = /[/\\?*%!@#$^&|<>[\]:;]/.exec(name)?.[0];
    if (unsafe !== undefined) return page(400, `?${unsafe}? is an unsafe character`);
    if (name.endsWith('.')) return page(400, 'A name cannot end with ?.?');
    if (folder.items.has(name.toLowerCase())) return page(400, `A job already exists with the name ?${name}?`);
    // A missing charset is harmless here, unlike with config.xml.
    const config = storedConfig(body, `${contentType}; charset`);
    if (config === undefined || name.length > 255) return page(500);
    const isFolder = config.includes('hudson.plugins.folder.Folder');
    const jobPath = `${path}/job/${encodeURIComponent(name)}`;
    const job = {
      kind: 'job',
      name,
      path: jobPath,
      folder,
      config,
      builds: new Map<number, StandInBuild>(),
      nextBuildNumber: 1,
    } as const;
    folder.items.set(name.toLowerCase(), isFolder ? newFolder(name, config) : { ...job });
    return plain(200);
  }

  #update({ body, contentType }: ApiRequest, item: StandInFolder | StandInJob): Answer {
    const config = storedConfig(body, contentType);
    if (config === undefined) return page(500);
    item.config = config;
    return plain(200);
  }

  #trigger(request: ApiRequest, job: StandInJob): Answer {
    if (isDisabled(job)) return page(409);
    const definitions = parametersOf(job);
    if (definitions.length === 0) return page(500);
    const given = new URLSearchParams([...request.query, ...new URLSearchParams(request.body.toString())]);
    const parameters = new Map<string, string>();
    for (const { name, type, defaultValue, choices } of definitions) {
      const value = given.get(name);
      if (type === 'ChoiceParameterDefinition' && value !== null && !choices.includes(value)) return page(500);
      parameters.set(name, value ?? (type === 'ChoiceParameterDefinition' ? (choices[0] ?? '') : defaultValue));
    }
    return this.#ask(request, job, parameters);
  }

  #ask({ query, origin, user }: ApiRequest, job: StandInJob, parameters: ReadonlyMap<string, string>): Answer {
    const seconds = /^([0-9]+)(?:sec)?$/.exec(query.get('delay') ?? '')?.[1];
    const { item, merged } = this.queue.ask(
      job,
      parameters,
      user,
      seconds === undefined ? 5000 : Number(seconds) * 1000,
    );
    return plain(merged ? 303 : 201, { location: `${origin}/queue/item/${item.id}/` });
  }

  #queue(request: ApiRequest): Answer {
    const id = Number(
      /^\/queue\/item\/([0-9]+)\/api\/json$/.exec(request.path)?.[1] ?? request.query.get('id') ?? Number.NaN,
    );
    const item = this.queue.items.get(id);
    if (request.path === '/queue/api/json') return this.#json(request, queueJson(this.queue, request.origin));
    if (item === undefined) return page(404);
    if (request.path !== '/queue/cancelItem') return this.#json(request, queueItemJson(item, request.origin));
    if (item.build !== undefined || item.cancelled) return page(500);
    this.queue.cancel(item);
    return plain(204);
  }

  #credentials(request: ApiRequest, path: string, call: string): Answer {
    const folder = findItem(this.root, path);
    if (folder?.kind !== 'folder') return page(404);
    const store = `${path}/credentials/store/folder/domain/_`;
    if (call === 'api/json') {
      const credentials = [...folder.secrets.keys()].map((id) => ({ id, typeName: 'Secret text', description: '' }));
      return this.#json(request, {
        _class: 'com.cloudbees.plugins.credentials.CredentialsStoreAction$DomainWrapper',
        credentials,
      });
    }
    if (call === 'createCredentials' && request.contentType.startsWith('application/xml')) {
      const credentials = parseXml(request.body.toString());
      const id = childOf(credentials, 'id')?.text ?? '';
      if (folder.secrets.has(id)) return plain(409);
      folder.secrets.set(id, childOf(credentials, 'secret')?.text ?? '');
      return plain(200);
    }
    if (call === 'createCredentials') {
      const form = JSON.parse(new URLSearchParams(request.body.toString()).get('json') ?? '{}') as {
        credentials: { id: string; secret: string };
      };
      // The form silently ignores a second one with the same ID, and keeps the first.
      if (!folder.secrets.has(form.credentials.id)) folder.secrets.set(form.credentials.id, form.credentials.secret);
      return redirect(`${store}/../../domain/_`);
    }
    const id = decodeURIComponent(/^credential\/([^/]+)\/doDelete$/.exec(call)?.[1] ?? '');
    return folder.secrets.delete(id) ? redirect(`${store}/credential/${encodeURIComponent(id)}/../..`) : page(404);
  }

  #build(request: ApiRequest, path: string, name: string, call: string): Answer {
    const job = findItem(this.root, path);
    const builds = job?.kind === 'job' ? [...job.builds.values()] : [];
    const isNamed = ({ number, building }: StandInBuild) =>
      name === 'lastCompletedBuild' ? !building : String(number) === name;
    const build = builds.findLast(isNamed);
    if (build === undefined) return page(404);
    const { number } = build;
    if (call === 'wfapi/describe' && build.plan.stages !== undefined) return json({ stages: build.plan.stages });
    if (call === 'api/json') return this.#json(request, buildJson(build, request.origin));
    if (call === 'consoleText')
      return plain(200, { 'content-type': 'text/plain;charset=UTF-8' }, build.log.consoleText);
    if (call === 'logText/progressiveText') {
      const { text, size } = build.log.range(Number(request.query.get('start')), true);
      const headers = { 'content-type': 'text/plain;charset=UTF-8', 'x-text-size': String(size) };
      return plain(200, build.log.complete ? headers : { ...headers, 'x-more-data': 'true' }, text);
    }
    if (call === 'threadDump/')
      return page(
        200,
        undefined,
        `<h1>Thread Dump</h1><pre class="console">Thread #6\n\tat ${innermostFrame(build)}\n\tat WorkflowScript.run(WorkflowScript:20)\n</pre>`,
      );
    if (request.method === 'POST' && (call === 'stop' || call === 'term' || call === 'kill')) {
      build.stop(call, request.user);
      return redirect(`${path}/${number}/`);
    }
    const artifact = /^artifact(\/.*)$/.exec(call)?.[1];
    return artifact === undefined
      ? page(404)
      : browseArtifacts(build.artifacts, artifact, `${request.origin}${request.path}`);
  }

  #json({ query }: ApiRequest, value: object): Answer {
    return json(pickTree(value, query.get('tree')));
  }
}

function innermostFrame({ plan: { standsIn, standsAt, executor }, job, number }: StandInBuild): string {
  if (standsAt !== undefined) return standsAt.join('\n\tat ');
  if (standsIn !== undefined)
    return `DSL.${standsIn}(${standsIn === 'node' ? 'node block appears to be neither running nor scheduled' : 'Native Method'})`;
  return executor === false
    ? 'DSL.node(waiting for part of it to be scheduled)'
    : `DSL.sh(awaiting process completion in /agent${job.path}@tmp/durable-${number}; recurrence period: 250ms)`;
}
