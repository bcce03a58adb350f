import type {
  BlockPlan,
  ChoicePlan,
  ListSource,
  LoopPlan,
  TaskPlan,
} from '../../../language/execution-plan/flow-plan.ts';
import { sharedTaskIds } from '../../../language/execution-plan/plan-tasks.ts';
import type { TypeOf } from '../../../language/expressions/condition-kind.ts';
import type { Template } from '../../../language/expressions/template.ts';
import { groovy, joinGroovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import {
  groovyBoolean,
  groovyList,
  groovyMap,
  groovyName,
  groovyNumber,
  groovyString,
} from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import { plainTypes } from '../../../language/input-types/input-types.ts';
import { emitPiece } from '../../../language/task-types/emit-piece.ts';
import { templateMessage } from '../../../language/task-types/groovy-message.ts';
import type { Piece } from '../../../language/task-types/piece.ts';
import { chunks, composeOutputs } from './compose-values.ts';
import { emitCondition } from './emit-condition.ts';

/** The max number of texts in a generated method, which would else be too large for the JVM. */
const textsPerMethod = 200;

export interface BlockContent {
  /** The number of the block, for the names of its methods. */
  readonly number: number;
  readonly typeOf: TypeOf;
  readonly runtime: RuntimeCalls;
  /** Whether the block is repeated after a failure. */
  readonly isRetried: boolean;
  /** Adds the tasks of a body; returns the numbers of the first and the last one, as a list. */
  readonly addBody: (tasks: readonly TaskPlan[]) => GroovyCode;
}

export interface BlockPiece {
  /** What the kind of control needs, below `control` in the settings of the task. */
  readonly control: GroovyCode;
  /** Methods that are called when the block begins, for each item, or after each pass. */
  readonly methods: readonly GroovyCode[];
}

/** Prints what a block does with the tasks inside it; `templates/runtime` has a function for each kind. */
export function composeBlock(block: BlockPlan, content: BlockContent): BlockPiece {
  const composer = new BlockComposer(content);
  const shared = content.isRetried ? sharedTaskIds(block) : [];
  if (shared.length > 0) content.runtime.need('forgetOutputs');
  const control = {
    ...composer.compose(block),
    shared: shared.length === 0 ? undefined : groovyList(shared.map(groovyString)),
  };
  return { control: groovyMap(control), methods: composer.methods };
}

type Entries = Record<string, GroovyCode | undefined>;

class BlockComposer {
  readonly methods: GroovyCode[] = [];
  readonly #content: BlockContent;

  constructor(content: BlockContent) {
    this.#content = content;
  }

  compose(block: BlockPlan): Entries {
    const { addBody, runtime, typeOf } = this.#content;
    switch (block.kind) {
      case 'sequence':
        return { tasks: addBody(block.tasks) };
      case 'branches':
        return {
          tasks: addBody(block.tasks),
          total: groovyNumber(block.tasks.length),
          labels: groovyString(block.tasks.map(({ task }) => task.id).join('\n')),
          ...this.#concurrent(block),
        };
      case 'choice':
        return { choose: this.#choice(block) };
      case 'loop':
        return this.#loop(block);
      case 'until':
        return {
          tasks: addBody(block.tasks),
          condition: this.#method('boolean', 'condition', [
            groovy`return ${emitCondition(block.condition, typeOf, runtime)}`,
          ]),
          interval: groovyNumber(block.interval.seconds),
          maxAttempt: this.#piece(block.maxAttempt),
          outputs: this.#outputs(block.outputs),
        };
    }
  }

  #concurrent({
    concurrency,
    failFast,
    ownWorkspaces,
  }: Pick<LoopPlan, 'concurrency' | 'failFast' | 'ownWorkspaces'>): Entries {
    if (ownWorkspaces) this.#content.runtime.need('runInFolder');
    return {
      concurrency: this.#piece(concurrency),
      failFast: this.#piece(failFast),
      ownWorkspaces: ownWorkspaces ? groovyBoolean(true) : undefined,
    };
  }

  /** The first list that applies, or null. */
  #choice({ value, choices }: Extract<BlockPlan, { readonly kind: 'choice' }>): GroovyCode {
    const chosen = value === undefined ? [] : [groovy`String chosen = ${this.#text(value)}`];
    const lines = choices.map((choice) => {
      const numbers = this.#content.addBody(choice.tasks);
      const condition = this.#applies(choice);
      return condition === undefined ? groovy`return ${numbers}` : groovy`if (${condition}) return ${numbers}`;
    });
    const always = choices.findIndex(({ condition, equals }) => condition === undefined && equals === undefined);
    const reached = always < 0 ? [...lines, groovy`return null`] : lines.slice(0, always + 1);
    return this.#method('List', 'choice', [...chosen, ...reached]);
  }

  #applies({ condition, equals }: ChoicePlan): GroovyCode | undefined {
    const { runtime, typeOf } = this.#content;
    const isEqual = equals === undefined ? undefined : groovy`chosen == ${groovyString(equals)}`;
    if (condition === undefined) return isEqual;
    const isMet = emitCondition(condition, typeOf, runtime);
    return isEqual === undefined ? isMet : groovy`${isEqual} && (${isMet})`;
  }

  #loop(loop: LoopPlan): Entries {
    const { runtime, addBody } = this.#content;
    const { source, fields, key, outputs } = loop;
    runtime.need(plainTypes.integer, ...fields.map(({ type }) => type));
    return {
      tasks: addBody(loop.tasks),
      fields: groovyList(
        fields.map(({ field, name, type }) =>
          groovyMap({
            field: field === undefined ? undefined : groovyString(field),
            name: groovyString(name),
            type: groovyString(type),
          }),
        ),
      ),
      indexName: groovyString(loop.indexName),
      list:
        source.kind === 'list'
          ? this.#list(
              source.list,
              fields.map(({ field }) => field ?? ''),
              'items',
            )
          : undefined,
      ...(source.kind === 'matrix' && this.#matrix(source, fields)),
      key: key === undefined ? undefined : this.#method('String', 'key', [groovy`return ${this.#text(key)}`]),
      maxItems: this.#piece(loop.maxItems),
      concurrency: groovyNumber(1),
      ...withoutEmpty(this.#concurrent(loop)),
      outputs: this.#outputs(outputs),
      lists: outputs.length === 0 ? undefined : groovyList(outputs.map(({ id }) => groovyString(id))),
    };
  }

  #matrix(
    { axes, exclude }: Extract<LoopPlan['source'], { readonly kind: 'matrix' }>,
    fields: LoopPlan['fields'],
  ): Entries {
    this.#content.runtime.need('matrixItems');
    const excluded = exclude.map((each) =>
      groovyList(
        fields.map(({ field = '' }) => {
          const text = each.get(field);
          return text === undefined ? groovy`null` : groovyString(text);
        }),
      ),
    );
    return {
      axes: groovyList(axes.map(({ list }, index) => this.#list(list, [''], `items_${index + 1}`))),
      exclude: excluded.length === 0 ? undefined : groovyList(excluded),
    };
  }

  /** @param fields the keys of each item, in order */
  #list(list: ListSource, fields: readonly string[], name: string): GroovyCode {
    if (list.kind === 'reference')
      return groovyMap({ name: groovyString(list.name), reference: groovyString(list.reference) });
    const items = list.items.map((item) => groovyList(fields.map((field) => this.#text(item.get(field) ?? []))));
    const parts = chunks(items, Math.max(1, Math.floor(textsPerMethod / fields.length)));
    if (parts.length <= 1)
      return groovyMap({ literal: this.#method('List', name, [groovy`return ${groovyList(items)}`]) });
    const calls = parts.map((part, index) => {
      this.#method('List', `${name}_part_${index + 1}`, [groovy`return ${groovyList(part)}`]);
      return groovy`${this.#nameOf(`${name}_part_${index + 1}`)}(frame)`;
    });
    return groovyMap({ literal: this.#method('List', name, [groovy`return ${joinGroovy(calls, ' + ')}`]) });
  }

  #outputs(outputs: LoopPlan['outputs']): GroovyCode | undefined {
    if (outputs.length === 0) return undefined;
    const { runtime } = this.#content;
    runtime.need('setBlockOutputs', ...outputs.map(({ type }) => type));
    this.methods.push(...composeOutputs(outputs, { name: this.#nameOf('outputs'), runtime }));
    return groovyString(`block_${this.#content.number}_outputs`);
  }

  #piece(piece: Piece | undefined): GroovyCode | undefined {
    return piece === undefined ? undefined : emitPiece(piece, this.#content.runtime).code;
  }

  #text(template: Template): GroovyCode {
    return templateMessage(template, 'call', this.#content.runtime).code;
  }

  #nameOf(suffix: string): GroovyCode {
    return groovyName(`block_${this.#content.number}_${suffix}`);
  }

  /** Adds a method; returns its name as a literal. */
  #method(type: 'boolean' | 'List' | 'String', suffix: string, lines: readonly GroovyCode[]): GroovyCode {
    const head = groovy`@NonCPS\n${groovyName(type)} ${this.#nameOf(suffix)}(Map frame) {`;
    this.methods.push(joinGroovy([head, ...lines.map((line) => groovy`  ${line}`), groovy`}`], '\n'));
    return groovyString(`block_${this.#content.number}_${suffix}`);
  }
}

function withoutEmpty(entries: Entries): Entries {
  return Object.fromEntries(Object.entries(entries).filter(([, code]) => code !== undefined));
}
