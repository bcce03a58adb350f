/** The work of the benchmark, `echo task <n>` in a shell for each task, as written by an experienced Jenkins user. */
export function handWrittenPipeline(tasks: number): string {
  return tasks > maxStages ? scriptedLoop(tasks) : declarativeStages(tasks);
}

/** The same work as a flow. */
export function flowOfTasks(id: string, tasks: number, durability?: string): string {
  const lines = numbers(tasks).map(
    (number) => `  - {id: task-${number}, type: dev.vendor.plugin.core.shell.Shell, commands: [echo task ${number}]}`,
  );
  return [
    `id: ${id}`,
    'namespace: examples',
    `description: Runs ${tasks} small tasks.`,
    ...(durability === undefined ? [] : [`durability: ${durability}`]),
    'tasks:',
    ...lines,
    '',
  ].join('\n');
}

/** With more individually written stages, the pipeline does not compile: "Method too large". */
const maxStages = 50;

function declarativeStages(tasks: number): string {
  const stages = numbers(tasks).map(
    (number) => `    stage('task-${number}') {\n      steps {\n        sh 'echo task ${number}'\n      }\n    }`,
  );
  return `pipeline {\n  agent any\n  stages {\n${stages.join('\n')}\n  }\n}\n`;
}

function scriptedLoop(tasks: number): string {
  return `node {\n  for (int i = 1; i <= ${tasks}; i++) {\n    stage("task-\${i}") {\n      sh "echo task \${i}"\n    }\n  }\n}\n`;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
