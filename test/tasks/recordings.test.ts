import { describe, expect, it } from 'vitest';
import { defaultFlowLimits } from '../../src/language/document/flow-limits.ts';
import { planFlow } from '../../src/language/execution-plan/plan-flow.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../src/language/safe-patterns/time-budget.ts';
import { flowText, taskTypes } from '../support/transpile-yaml.ts';

function problemsOf(body: string, taskSettings?: Readonly<Record<string, string>>): string[] {
  const options = {
    taskTypes,
    vendor: 'vendor',
    prefix: 'VENDOR',
    taskSettings,
    limits: defaultFlowLimits,
    makeBudget: unlimitedTime,
  };
  return checkFlow({ text: flowText(body), format: 'yaml' }, options).problems.map(
    ({ code, path }) => `${code} ${path}`,
  );
}

const loader = 'type: dev.vendor.plugin.core.rosbag.LoadById';
const shell = 'type: dev.vendor.plugin.core.shell.Shell';

describe('a task that loads recordings', () => {
  it('needs no property, but the recordings must be named', () => {
    expect(problemsOf(`tasks: [{id: load, ${loader}}]\n`)).toEqual(['rosbag-without-ids /tasks/0']);
    expect(
      problemsOf(
        `inputs: [{id: rosbag_name, type: STRING}]\ntasks: [{id: load, ${loader}, ids: "{{ inputs.rosbag_name }}"}]\n`,
      ),
    ).toEqual([]);
  });

  it.each(['rosbag_id', 'rosbag_ids', 'rosbag-id', 'rosbagId', 'rosbag.ids', 'RosbagIds'])(
    'reads the input %s',
    (id) => {
      expect(problemsOf(`inputs: [{id: ${id}, type: STRING}]\ntasks: [{id: load, ${loader}}]\n`)).toEqual([]);
    },
  );

  it('can be inside a block', () => {
    const body = `inputs: [{id: rosbag_id, type: STRING}]\ntasks: [{id: both, type: dev.vendor.plugin.core.flow.Parallel, tasks: [{id: load, ${loader}}]}]\n`;
    expect(problemsOf(body)).toEqual([]);
  });

  it.each(['rosbag_id', 'rosbag-ids', 'rosbagId'])('is required if there is an input %s', (id) => {
    const body = `inputs: [{id: ${id}, type: STRING}]\ntasks: [{id: show, ${shell}, commands: ['ls "{{ variables.VENDOR_ROSBAGS_DIR }}"']}]\n`;
    expect(problemsOf(body)).toEqual(['rosbag-loader-missing /inputs/0/id']);
  });

  it('is described by the names of the installation', () => {
    const text = flowText(
      "inputs: [{id: rosbag_id, type: STRING}]\ntasks: [{id: show, type: dev.vendor.plugin.core.log.Log, message: '{{ variables.LAB_ROSBAGS_DIR }}'}]\n",
    );
    const { problems } = checkFlow(
      { text, format: 'yaml' },
      { taskTypes, vendor: 'vendor', prefix: 'LAB', limits: defaultFlowLimits, makeBudget: unlimitedTime },
    );
    expect(problems.map(({ message }) => message)).toEqual([
      'No recording service is configured, so no recording can be loaded. An operator can set FLOWGATE_ROSBAG_URL to its URL.',
    ]);
  });

  it.each([
    [{}, 'rosbag-loader-missing'],
    [{ FLOWGATE_ROSBAG_URL: 'file:///recordings' }, 'rosbag-loader-added'],
  ])('is added as the first task where there is none, with the settings %j', (taskSettings, code) => {
    const text = flowText(
      "inputs: [{id: rosbag-id, type: STRING, required: false}]\ntasks: [{id: load_rosbags, type: dev.vendor.plugin.core.log.Log, message: '{{ inputs.rosbag-id }}'}]\n",
    );
    const options = {
      taskTypes,
      vendor: 'vendor',
      prefix: 'LAB',
      limits: defaultFlowLimits,
      makeBudget: unlimitedTime,
    };
    const { flow, problems } = checkFlow({ text, format: 'yaml' }, { ...options, taskSettings });
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    const { plan } = planFlow(flow!, undefined, {
      taskTypes,
      settings: { vendor: 'vendor', prefix: 'LAB', taskSettings },
    });
    expect(plan.sections.tasks.map(({ task }) => [task.id, task.runIf?.text])).toEqual([
      ['load_rosbags_2', 'inputs.rosbag-id is not empty'],
      ['load_rosbags', undefined],
    ]);
  });

  it('counts inputs and variables that it reads by name as used', () => {
    const tasks = `tasks: [{id: load, ${loader}}]\n`;
    expect(
      problemsOf(`inputs: [{id: rosbag_ids, type: JSON}]\nvariables: {VENDOR_ROSBAGS_DIR: bags}\n${tasks}`),
    ).toEqual([]);
    expect(
      problemsOf(`inputs: [{id: rosbag_id, type: STRING}, {id: vendor_rosbags_dir, type: STRING}]\n${tasks}`),
    ).toEqual(['name-clash /inputs/1/id']);
  });

  it('warns if no recording service is configured', () => {
    const body = `tasks: [{id: load, ${loader}, ids: a}]\n`;
    expect(problemsOf(body, {})).toEqual(['rosbag-without-service /tasks/0/type']);
    expect([problemsOf(body, { FLOWGATE_ROSBAG_URL: 'https://bags' }), problemsOf(body)]).toEqual([[], []]);
  });

  it('expands ${NAME} of variables in its paths, declared or not, and nothing else', () => {
    const paths = (text: string) =>
      `inputs: [{id: rosbag_id, type: STRING}]\nvariables: {PART: a}\ntasks: [{id: load, ${loader}, targetDir: "${text}", manifestPath: "\${VENDOR_ROSBAGS_MANIFEST_PATH}"}]\n`;
    expect(problemsOf(paths('${VENDOR_ROSBAGS_DIR}/${PART}'))).toEqual([]);
    expect(problemsOf(paths('${HOME}/${PART}'))).toEqual(['literal-dollar /tasks/0/targetDir']);
    expect(problemsOf(paths('$VENDOR_ROSBAGS_DIR/${PART}'))).toEqual(['literal-dollar /tasks/0/targetDir']);
  });
});

describe('a task that runs Python', () => {
  const python = 'type: dev.vendor.plugin.scripts.python';

  it('can work in an absolute folder, whose files are not kept', () => {
    expect(problemsOf(`tasks: [{id: a, ${python}.Script, script: "1", workingDir: /srv/work}]\n`)).toEqual([]);
    expect(
      problemsOf(`tasks: [{id: a, ${python}.Commands, commands: ["1"], workingDir: /srv/work, outputFiles: [a]}]\n`),
    ).toEqual(['files-outside-workspace /tasks/0/workingDir']);
    expect(problemsOf(`tasks: [{id: a, ${python}.Script, script: "1", workingDir: ../work}]\n`)).toEqual([
      'invalid-value /tasks/0/workingDir',
    ]);
  });

  it('has Python or shell commands, depending on its type', () => {
    const commands = (type: string) =>
      `inputs: [{id: x, type: STRING}]\ntasks: [{id: a, ${python}.${type}, commands: ["print({{ inputs.x }})", "print('\${X}')"]}]\n`;
    expect(problemsOf(commands('Commands'))).toEqual([]);
    expect(problemsOf(commands('Script'))).toEqual(['unquoted-reference /tasks/0/commands/0']);
    expect(problemsOf(`tasks: [{id: a, ${python}.Commands, script: "print(1)"}]\n`)).toEqual([]);
    expect(problemsOf(`tasks: [{id: a, ${python}.Commands, script: "print(1)", commands: ["print(2)"]}]\n`)).toEqual([
      'conflicting-properties /tasks/0/commands',
    ]);
  });
});
