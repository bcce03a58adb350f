import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LogHeadings } from '../../src/engines/jenkins/builds/log-headings.ts';
import { ShownLog } from '../../src/engines/jenkins/builds/shown-log.ts';
import { readBuildDescription } from '../../src/engines/jenkins/jenkinsfile/build-description.ts';
import { asciiJson } from '../../src/engines/jenkins/jenkinsfile/readable-parameter.ts';
import { transpile } from '../../src/engines/jenkins/jenkinsfile/transpile.ts';
import { inputVariable } from '../../src/language/expressions/reference.ts';
import { isFile, isSecret } from '../../src/language/inputs/input.ts';
import { safeFileName } from '../../src/language/inputs/safe-file-name.ts';
import { SecretMask } from '../../src/masking/secret-mask.ts';
import type { JsonObject } from '../../src/text/json-value.ts';
import { LocalOutcomes } from './local-outcomes.ts';
import { MiniJenkins } from './mini-jenkins.ts';
import {
  comparable,
  linesOf,
  logsOf,
  planOptions,
  sorted,
  tasksOf,
  type AgreementCase,
  type Outcome,
} from './outcome.ts';

const states = {
  SUCCESS: 'SUCCESS',
  UNSTABLE: 'WARNING',
  FAILURE: 'FAILED',
  ABORTED: 'KILLED',
  NOT_BUILT: 'NOT_BUILT',
};

/** Runs flows on both engines: their Jenkinsfiles in a JVM, and their plans in this process. Close it when done. */
export class Agreement {
  readonly #jenkins = new MiniJenkins();
  readonly #local = new LocalOutcomes();

  async run(request: AgreementCase): Promise<{ readonly onJenkins: Outcome; readonly here: Outcome }> {
    return { onJenkins: await this.#onJenkins(request), here: await this.#local.run(request) };
  }

  close(): void {
    this.#jenkins.close();
    this.#local.close();
  }

  async #onJenkins(request: AgreementCase): Promise<Outcome> {
    const { flow, files = {} } = request;
    const { jenkinsfile } = transpile(flow, { ...planOptions(request), parameters: 'external' });
    const values = await this.#local.accept(request);
    const server = createServer(({ url = '' }, response) => response.end(files[url.slice(1)]));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const credentials: Record<string, string> = {};
    const parameters: Record<string, string> = { FLOWGATE_EXECUTION_ID: 'e' };
    const sent: Record<string, JsonObject[string]> = {};
    for (const input of flow.inputs) {
      const value = values.passed.get(input.id);
      if (value === undefined) continue;
      const variable = inputVariable(input.id);
      sent[input.id] = typeof value === 'string' ? value : value.source.kind === 'url' ? value.source.url : null;
      if (isSecret(input) && typeof value === 'string') {
        sent[input.id] = '';
        parameters[`FLOWGATE_SECRET_${variable}`] = `secret-of-${variable}`;
        credentials[`secret-of-${variable}`] = value;
      }
      if (isFile(input) && typeof value !== 'string' && value.source.kind === 'content') {
        const { filename, source } = value;
        const size = Buffer.byteLength(files[input.id] ?? '');
        sent[input.id] = { filename, name: safeFileName(filename), size, sha256: source.sha256 };
        parameters[`FLOWGATE_FILE_${variable}`] = `file-of-${variable}`;
        credentials[`file-of-${variable}`] = `http://127.0.0.1:${port}/${input.id}`;
      }
    }
    parameters.FLOWGATE_INPUTS = asciiJson(sent);
    const build = await this.#jenkins.run(jenkinsfile, {
      parameters,
      credentials,
      keepsFiles: true,
      ...(request.stopAfter !== undefined && { abortAfter: request.stopAfter }),
    });
    server.close();
    const tasks = readBuildDescription(build.description)?.tasks ?? [];
    const { own, inBlocks } = await partsOfLog(build.console);
    return {
      state: states[build.result],
      reason: build.error?.replace(/^java\.lang\.Exception: /, ''),
      tasks: tasksOf(tasks, request),
      outputs: build.outputs === undefined ? {} : JSON.parse(build.outputs),
      artifacts: sorted(build.kept),
      // Flowgate reads the log of a build with LF (src/engines/jenkins/client/log-range.ts).
      log: comparable(linesOf(own.replaceAll(/^ERROR: /gm, '').replaceAll('\r\n', '\n'), build.workspace), request),
      blocks: logsOf(inBlocks, build.workspace),
    };
  }
}

/** The lines of the log of a build that tasks in blocks printed, by path, and the others, as users see them. */
async function partsOfLog(
  console: string,
): Promise<{ readonly own: string; readonly inBlocks: ReadonlyMap<string, string> }> {
  const shown = new ShownLog(new SecretMask([]));
  const text = (await shown.push(console)) + (await shown.end());
  const headings = new LogHeadings();
  const inBlocks = new Map<string, string>();
  const own: string[] = [];
  for (const line of text.split('\n')) {
    if (headings.push(line)) continue;
    const { path } = headings;
    if (path === undefined || line.startsWith('[Pipeline] ')) own.push(line);
    else inBlocks.set(path, `${inBlocks.get(path) ?? ''}${line}\n`);
  }
  return { own: own.join('\n'), inBlocks };
}
