import { loadLanguage } from '../src/cli/flows/load-language.ts';
import { median } from './median.ts';
import { flowOfSize } from './sample-flows.ts';

/** The time of one transpilation. */
export interface TranspileTime {
  readonly tasks: number;
  /** CPU time, median, in milliseconds. */
  readonly time: number;
  readonly bytes: number;
}

const sizes = [10, 100, 1000];
const runs = 15;

/** Measures the conversion of a checked flow to its Jenkinsfile. */
export async function measureTranspile(): Promise<readonly TranspileTime[]> {
  const language = await loadLanguage({ FLOWGATE_MAX_FLOW_BYTES: String(4 * 1024 * 1024) });
  return sizes.map((tasks) => {
    const flowText = flowOfSize(tasks);
    const { flow, problems } = language.check(flowText);
    if (flow === undefined) throw new Error(`The flow of ${tasks} tasks is rejected: ${problems[0]?.message}`);
    const times: number[] = [];
    let bytes = 0;
    for (let run = 0; run <= runs; run++) {
      const start = process.cpuUsage();
      bytes = Buffer.byteLength(language.transpile(flow, flowText).jenkinsfile);
      const { user, system } = process.cpuUsage(start);
      if (run > 0) times.push((user + system) / 1000); // the first run warms up
    }
    return { tasks, time: median(times), bytes };
  });
}
