import fc from 'fast-check';
import { log, shell } from './agreement-cases.ts';

/*
 * Flows with blocks to depth three: failures, tolerated ones, retries, conditions, empty lists, equal keys, items of wrong
 * types, limits, and references to items and to what tasks of the same item returned. Nothing depends on which of two
 * branches is faster.
 */

type Node = Leaf | Block;

interface Common {
  readonly isAllowed: boolean;
  readonly attempts: number;
  readonly condition: 'true' | 'false' | 'seen' | undefined;
}

interface Leaf extends Common {
  readonly kind: 'log' | 'script';
  /** Attempts that fail before one succeeds, in each item and pass. */
  readonly failures: number;
}

interface Block extends Common {
  readonly kind: 'Sequential' | 'Parallel' | 'If' | 'Switch' | 'ForEach' | 'Until';
  readonly tasks: readonly Node[];
  readonly others: readonly Node[];
  readonly concurrency: number;
  readonly failFast: boolean;
  readonly list: (typeof lists)[number];
  readonly passes: number;
  readonly maxAttempt: number;
  readonly choice: string;
}

/** Values, the schema of objects, and a key. */
const lists = [
  { values: '[a, b c, "d/e"]' },
  { values: '[1, 2]' },
  { values: '[true]' },
  { values: '[]' },
  { values: '["{{ variables.ONE }}", x]' },
  { values: '["{{ variables.ONE }}", one]' },
  { values: '["{{ variables.ONE }}", x]', key: 'k{{ item_index.LOOP }}' },
  {
    values: '[{n: 1, s: "it\'s"}, {n: 2, s: b}]',
    schema: '{n: {type: INT}, s: {type: STRING}}',
    key: '{{ items.LOOP.s }}',
  },
  {
    values: '"{{ task_outputs.lists.good }}"',
    schema: '{n: {type: INT}, s: {type: STRING}}',
    key: '{{ items.LOOP.s }}',
  },
  { values: '"{{ task_outputs.lists.good }}"', schema: '{n: {type: STRING}}' },
  { values: '"{{ task_outputs.lists.plain }}"' },
  { values: '"{{ task_outputs.lists.plain }}"', max: 2 },
  { values: '"{{ task_outputs.lists.mixed }}"' },
  { values: '"{{ task_outputs.lists.map }}"' },
  { values: '"{{ task_outputs.lists.none }}"' },
  { values: '"{{ task_outputs.lists.twice }}"' },
  { values: '"{{ task_outputs.lists.plain }}"', key: '' },
  { matrix: '{os: [linux, bsd], n: [1, 2]}' },
  {
    matrix: '{os: [linux, bsd], n: ["1", "2"]}',
    key: '{{ items.LOOP.os }}{{ items.LOOP.n }}',
    exclude: '[{os: bsd, n: "1"}]',
  },
] as const satisfies readonly { readonly [name: string]: string | number }[];

const prepared = JSON.stringify({
  good: [
    { n: 1, s: 'a', more: true },
    { n: 2, s: '日本 🚀' },
  ],
  plain: ['x', 2, 3.5, true],
  mixed: ['x', null],
  map: {},
  twice: ['x', 'y', 'x'],
  none: [],
});

const mostly = <Value>(common: Value, ...rare: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });

const common = {
  isAllowed: mostly(false, true),
  attempts: mostly(1, 2),
  condition: mostly<Common['condition']>(undefined, 'true', 'false', 'seen'),
};

const leaf: fc.Arbitrary<Leaf> = fc.record({
  ...common,
  kind: fc.constantFrom('log', 'script', 'script'),
  failures: mostly(0, 1, 9),
});

function nodeOf(depth: number): fc.Arbitrary<Node> {
  if (depth === 0) return leaf;
  const inner = fc.array(nodeOf(depth - 1), { minLength: 1, maxLength: depth === 3 ? 3 : 2 });
  const block: fc.Arbitrary<Block> = fc.record({
    ...common,
    kind: fc.constantFrom('Sequential', 'Parallel', 'If', 'Switch', 'ForEach', 'ForEach', 'Until'),
    tasks: inner,
    others: inner,
    concurrency: fc.integer({ min: 1, max: 3 }),
    failFast: fc.boolean(),
    list: fc.constantFrom(...lists),
    passes: fc.integer({ min: 1, max: 3 }),
    maxAttempt: fc.integer({ min: 1, max: 3 }),
    choice: fc.constantFrom('one', 'two', 'three'),
  });
  return fc.oneof({ weight: 2, arbitrary: block }, { weight: 1, arbitrary: leaf });
}

/** The body of a flow: its tasks, error and final tasks, and outputs. */
export const randomBlocks: fc.Arbitrary<string> = fc
  .array(nodeOf(3), { minLength: 1, maxLength: 2 })
  .map((nodes) => new Writer().flow(nodes));

/** What a task can refer to. */
interface Place {
  readonly indent: string;
  /** The ids of the loops around it. */
  readonly loops: readonly string[];
  /** The ids of the `until` blocks around it. */
  readonly passes: readonly string[];
  /** The last task before it that returns `x`. */
  readonly seen: string | undefined;
}

class Writer {
  #count = 0;

  flow(nodes: readonly Node[]): string {
    const top: Place = { indent: '  ', loops: [], passes: [], seen: undefined };
    const { lines, outputs } = this.#list(nodes, top);
    return [
      'variables: {ONE: one}',
      'tasks:',
      '  - id: lists',
      `    ${shell}`,
      `    env: {LISTS: ${JSON.stringify(prepared)}}`,
      `    script: printf '%s\\n' "$LISTS"`,
      '    outputSchema: {good: {type: JSON}, plain: {type: JSON}, mixed: {type: JSON}, map: {type: JSON}, twice: {type: JSON}, none: {type: JSON}}',
      ...lines,
      `errors:\n  - {id: wrong, ${log}, message: "{{ failure.task }}: {{ failure.message }}"}`,
      `finally:\n  - {id: last, ${log}, message: done}`,
      ...(outputs.length === 0 ? [] : ['outputs:', ...outputs]),
      '',
    ].join('\n');
  }

  /** @returns lines, the outputs that a flow can declare for them, and the last task that can be referred to */
  #list(nodes: readonly Node[], place: Place) {
    const lines: string[] = [];
    const outputs: string[] = [];
    let { seen } = place;
    for (const node of nodes) {
      const id = `t${++this.#count}`;
      const written = this.#task(id, node, { ...place, seen });
      lines.push(...written.lines);
      outputs.push(...written.outputs);
      seen = written.seen ?? seen;
    }
    return { lines, outputs, seen };
  }

  #task(id: string, node: Node, place: Place): { lines: string[]; outputs: string[]; seen?: string } {
    const { indent } = place;
    const inner = `${indent}  `;
    const lines = [
      `${indent}- id: ${id}`,
      ...(node.isAllowed ? [`${inner}allow_failure: true`] : []),
      ...(node.attempts > 1 ? [`${inner}retry: {max_attempt: ${node.attempts}, interval: 0.001s}`] : []),
      ...conditionLines(node, place).map((line) => inner + line),
    ];
    if ('tasks' in node) return this.#block(id, node, lines, place);
    const about = [
      ...place.loops.map((loop) => `{{ item_index.${loop} }}`),
      ...(place.seen === undefined ? [] : [`{{ task_outputs.${place.seen}.x }}`]),
    ].join(' ');
    if (node.kind === 'log')
      return {
        lines: [...lines, `${inner}${log}`, `${inner}message: ${JSON.stringify(`${id}: ${about}`)}`],
        outputs: [],
      };
    const names = place.loops.map((loop) => `$ITEM_INDEX_${loop.toUpperCase()}`);
    const file = `${[id, ...names].join('.')}.tries`;
    const script = `n=$(cat ${file} 2> /dev/null || echo 0); echo $((n + 1)) > ${file}; echo "try $n <${about.replaceAll('{{', '{{')}>"; [ "$n" -ge ${node.failures} ] || exit 3; echo "{\\"x\\": $n}"`;
    return {
      lines: [
        ...lines,
        `${inner}${shell}`,
        `${inner}script: ${JSON.stringify(script)}`,
        `${inner}outputSchema: {x: {type: INT}}`,
      ],
      outputs:
        place.loops.length + place.passes.length === 0 ? [outputLine(id, 'INT', `{{ task_outputs.${id}.x }}`)] : [],
      seen: id,
    };
  }

  #block(id: string, node: Block, lines: string[], place: Place): { lines: string[]; outputs: string[] } {
    const { kind, tasks, concurrency, failFast } = node;
    const inner = `${place.indent}  `;
    const within: Place = { ...place, indent: `${inner}  ` };
    const head = [...lines, `${inner}type: dev.vendor.plugin.core.flow.${kind}`];
    const listed = (name: string, nodes: readonly Node[], at: Place) => {
      const { lines: body, outputs, seen } = this.#list(nodes, at);
      return { body: [`${at.indent.slice(2)}${name}:`, ...body], outputs, seen };
    };
    switch (kind) {
      case 'Sequential': {
        const { body, outputs } = listed('tasks', tasks, within);
        return { lines: [...head, ...body], outputs };
      }
      case 'Parallel': {
        // A branch does not see the others.
        const branches = tasks.map((branch) => this.#list([branch], within));
        const body = [`${inner}tasks:`, ...branches.flatMap((each) => each.lines)];
        return {
          lines: [...head, `${inner}concurrency: ${concurrency}`, ...body],
          outputs: branches.flatMap((each) => each.outputs),
        };
      }
      case 'If': {
        const yes = listed('then', tasks, within);
        const no = listed('else', node.others, within);
        return {
          lines: [...head, `${inner}condition: variables.ONE == '${node.choice}'`, ...yes.body, ...no.body],
          outputs: [...yes.outputs, ...no.outputs],
        };
      }
      case 'Switch': {
        const at: Place = { ...within, indent: `${within.indent}  ` };
        const one = listed('one', tasks, at);
        const other = listed('default', node.others, within);
        return {
          lines: [...head, `${inner}value: "${node.choice}"`, `${inner}cases:`, ...one.body, ...other.body],
          outputs: [...one.outputs, ...other.outputs],
        };
      }
      case 'ForEach': {
        const { body, seen } = listed('tasks', tasks, { ...within, loops: [...place.loops, id] });
        // Which items of several are stopped depends on time.
        const window = failFast ? 1 : concurrency;
        const returns =
          seen === undefined || seen === place.seen
            ? []
            : [`${inner}outputs: [{id: all, type: INT, value: "{{ task_outputs.${seen}.x }}"}]`];
        const list: Readonly<Record<string, string | number | undefined>> = node.list;
        const given = ['values', 'matrix', 'exclude', 'schema'].flatMap((name) =>
          list[name] === undefined ? [] : [`${inner}${name}: ${list[name]}`],
        );
        const key =
          list.key === undefined || list.key === ''
            ? []
            : [`${inner}key: ${JSON.stringify(String(list.key).replaceAll('LOOP', id))}`];
        const max = list.max === undefined ? [] : [`${inner}max_items: ${list.max}`];
        const outputs = [
          outputLine(
            `${id}-counts`,
            'STRING',
            ['total', 'succeeded', 'failed'].map((name) => `{{ task_outputs.${id}.${name} }}`).join(' '),
          ),
        ];
        if (returns.length > 0) outputs.push(outputLine(`${id}-all`, 'JSON', `{{ task_outputs.${id}.all }}`));
        const isVisible = place.loops.length + place.passes.length === 0;
        return {
          lines: [
            ...head,
            ...given,
            ...key,
            ...max,
            `${inner}concurrency: ${window}`,
            `${inner}fail_fast: ${failFast}`,
            ...body,
            ...returns,
          ],
          outputs: isVisible ? outputs : [],
        };
      }
      case 'Until': {
        const names = place.loops.map((loop) => `$ITEM_INDEX_${loop.toUpperCase()}`);
        const file = `${[id, ...names].join('.')}.passes`;
        const probe = `p${id}`;
        const script = `n=$(cat ${file} 2> /dev/null || echo 0); echo $((n + 1)) > ${file}; echo "{\\"n\\": $((n + 1))}"`;
        const { body } = listed('tasks', tasks, { ...within, passes: [...place.passes, id] });
        const counter = [
          `${within.indent}- {id: ${probe}, ${shell}, script: ${JSON.stringify(script)}, outputSchema: {n: {type: INT}}}`,
        ];
        return {
          lines: [
            ...head,
            `${inner}condition: task_outputs.${probe}.n >= ${node.passes}`,
            `${inner}interval: 0.001s`,
            `${inner}max_attempt: ${node.maxAttempt}`,
            ...body,
            ...counter,
            `${inner}outputs: [{id: n, type: INT, value: "{{ task_outputs.${probe}.n }}"}]`,
          ],
          outputs:
            place.loops.length + place.passes.length === 0
              ? [outputLine(`${id}-n`, 'INT', `{{ task_outputs.${id}.n }}`)]
              : [],
        };
      }
    }
  }
}

function conditionLines({ condition }: Node, { seen }: Place): readonly string[] {
  switch (condition) {
    case 'true':
      return ['run_if: 1 < 2'];
    case 'false':
      return ['run_if: 2 < 1'];
    case 'seen':
      return seen === undefined ? [] : [`run_if: task_outputs.${seen}.x == 0`];
    case undefined:
      return [];
  }
}

function outputLine(id: string, type: string, value: string): string {
  return `  - {id: ${id}, type: ${type}, value: ${JSON.stringify(value)}}`;
}
