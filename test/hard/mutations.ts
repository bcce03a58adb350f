import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import type { Program } from '../../bench/rig/program.ts';
import { withGatewayOnStandIn } from '../../bench/rig/running-gateway.ts';
import { briefly, send, type Answer, type Sent } from '../../bench/rig/send.ts';
import { spread } from '../../bench/rig/statistics.ts';
import { goldenFlows } from './support/golden-flows.ts';
import { mutateDocument, type FlowDocumentText } from './support/mutate-document.ts';
import { runSeed, seededRandom } from './support/seeded-random.ts';

const count = Number(process.env.FLOWGATE_HARD_MUTATIONS ?? 20_000);
/** The number of one document, to run it again. */
const onlyCase = process.env.FLOWGATE_HARD_CASE;
const inFlight = 4;
const maxMilliseconds = 5_000;
/** One in this many valid documents is stored. */
const storedShare = 4;
const maxShown = 25;

export const mutations: Part = {
  name: 'mutations',
  description:
    'Golden flows with random changes to characters, lines and values: validated, converted and stored, with each response checked against the contract.',
  run: (report) =>
    // The gateway validates its own answers, and returns 500 if one violates the contract.
    withGatewayOnStandIn({ environment: { NODE_ENV: 'test' } }, async (gateway) => {
      report.figure('seed', runSeed);
      const sources = goldenFlows();
      const tally = new Tally(gateway);
      const cases = onlyCase === undefined ? Array.from({ length: count }, (_, index) => index) : [Number(onlyCase)];
      const next = cases.values();
      await Promise.all(
        Array.from({ length: inFlight }, async () => {
          for (const index of next) {
            const document = mutateDocument(sources, seededRandom(runSeed, index));
            if (onlyCase !== undefined) report.note(`${document.type}\n${document.text}`);
            await tryDocument(document, index, tally);
          }
        }),
      );
      tally.tell(report, cases.length);
    }),
};

class Tally {
  readonly gateway: Program;
  readonly failures: { readonly index: number; readonly reason: string }[] = [];
  readonly times: number[] = [];
  valid = 0;
  stored = 0;

  constructor(gateway: Program) {
    this.gateway = gateway;
  }

  fail(index: number, reason: string): void {
    this.failures.push({ index, reason });
  }

  /** Sends a request that must be answered with one of the statuses; undefined if it is not. */
  async ask(index: number, sent: Sent, statuses: readonly number[]): Promise<Answer | undefined> {
    if (!this.gateway.isAlive()) return undefined;
    try {
      const answer = await send(this.gateway.url, sent);
      this.times.push(answer.milliseconds);
      if (answer.milliseconds > maxMilliseconds)
        this.fail(index, `${sent.path} took ${answer.milliseconds.toFixed(0)} ms`);
      if (statuses.includes(answer.status)) return answer;
      this.fail(index, `${sent.method ?? 'GET'} ${sent.path} answers ${briefly(answer)}`);
    } catch (error) {
      this.fail(index, `${sent.method ?? 'GET'} ${sent.path} is not answered: ${String(error)}`);
    }
    return undefined;
  }

  tell(report: PartReport, documents: number): void {
    report.figure('documents', `${documents}, of which ${this.valid} are valid and ${this.stored} were stored`);
    report.figure('requests', this.times.length);
    report.figure('time of a request', spread(this.times));
    for (const { index, reason } of this.failures.slice(0, maxShown))
      report.check(`FLOWGATE_HARD_SEED=${runSeed} FLOWGATE_HARD_CASE=${index}`, reason);
    report.check(
      `${documents} documents are answered as the contract says`,
      this.failures.length > 0 && `${this.failures.length} answers are not`,
    );
    report.check('the gateway keeps running', !this.gateway.isAlive() && this.gateway.log().slice(-2_000));
  }
}

async function tryDocument(document: FlowDocumentText, index: number, tally: Tally): Promise<void> {
  const post = (path: string, statuses: readonly number[]) =>
    tally.ask(index, { method: 'POST', path, body: document.text, type: document.type }, statuses);
  const validation = await post('/flows/validate', [200, 400]);
  const conversion = await post('/transpiler/convert/jenkins', [200, 400, 422]);
  await post('/transpiler/convert/jenkins/validate', [200, 400]);
  if (validation === undefined || conversion === undefined) return;
  const isValid = validation.status === 200 && (JSON.parse(validation.text) as { valid: boolean }).valid; // per the contract
  if (isValid !== (conversion.status === 200))
    tally.fail(index, `valid is ${isValid}, and the conversion answers ${briefly(conversion)}`);
  if (isValid) tally.valid++;
  if (isValid && index % storedShare === 0) await tryStored(post, index, tally);
  if (!isValid && index % (5 * storedShare) === 0) await post('/flows', [400, 422]);
}

async function tryStored(
  post: (path: string, statuses: readonly number[]) => Promise<Answer | undefined>,
  index: number,
  tally: Tally,
): Promise<void> {
  const created = await post('/flows', [201, 409]);
  if (created?.status !== 201) return; // another one with the same id is being tested
  tally.stored++;
  const path = created.headers.get('location') ?? '';
  const schema = await tally.ask(index, { path: `${path}/schema` }, [200]);
  if (schema !== undefined && !isJsonSchema(schema.text))
    tally.fail(index, `${path}/schema is no JSON Schema: ${schema.text.slice(0, 300)}`);
  await tally.ask(index, { path: `${path}/jenkinsfile` }, [200, 422]);
  await tally.ask(index, { method: 'POST', path: `${path}/validate-inputs`, body: { inputs: {} } }, [200]);
  await tally.ask(index, { path: `${path}/triggers` }, [200]);
  await tally.ask(index, { method: 'DELETE', path: `${path}?purge=true` }, [204]);
}

function isJsonSchema(text: string): boolean {
  try {
    return (
      new Ajv2020({ strict: false, logger: false, validateFormats: false }).validateSchema(JSON.parse(text)) === true
    );
  } catch {
    return false;
  }
}
