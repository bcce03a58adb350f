import { loadBuiltLanguage } from '../rig/built-language.ts';
import type { Part } from '../rig/part.ts';
import { alternate, cpuTimeOf, median } from '../rig/statistics.ts';
import { flowOfSize } from '../samples/sample-flows.ts';

const rounds = 15;

export const transpile: Part = {
  name: 'transpile',
  title: 'Transpiling',
  description:
    'Median CPU time from a checked flow to its Jenkinsfile. The goal is at most 30 ms for 1,000 tasks, and no more per task than for 100.',
  run: async (report) => {
    const language = await loadBuiltLanguage({ FLOWGATE_MAX_FLOW_BYTES: String(4 * 1024 * 1024) });
    const rows = [];
    for (const tasks of [10, 100, 1000]) {
      const text = flowOfSize(tasks);
      const { flow, problems } = language.check(text);
      if (flow === undefined) throw new Error(`The flow of ${tasks} tasks is rejected: ${problems[0]?.message}`);
      let bytes = 0;
      const transpileOnce = () => (bytes = Buffer.byteLength(language.transpile(flow, text).jenkinsfile));
      const { times } = await alternate({ times: () => cpuTimeOf(transpileOnce) }, { rounds, warmUp: 1 });
      const time = median(times);
      rows.push([tasks, time.toFixed(1), (time / tasks).toFixed(3), (bytes / 1000).toFixed(0)]);
    }
    report.table('tasks | time (ms) | per task (ms) | Jenkinsfile (KB)', rows);
  },
};
