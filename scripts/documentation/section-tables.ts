import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Properties, Property } from '../../src/language/document/section.ts';
import { checkSection } from '../../src/language/flow/read/check-section.ts';
import { concurrencySection, flowSection } from '../../src/language/flow/read/flow-section.ts';
import { lockSection } from '../../src/language/flow/read/locks-section.ts';
import { commitStatusSection, notifySection } from '../../src/language/flow/read/notify-section.ts';
import { outputFieldSection, outputSection } from '../../src/language/flow/read/output-sections.ts';
import { retrySection } from '../../src/language/flow/read/retry-section.ts';
import { taskSection } from '../../src/language/flow/read/task-section.ts';
import { filterSection, triggerSections } from '../../src/language/flow/read/trigger-sections.ts';
import {
  expectedArtifactSection,
  expectedProblemSection,
  expectedTaskSection,
  expectSection,
} from '../../src/language/test-files/expect-section.ts';
import { mockSection } from '../../src/language/test-files/mock-section.ts';
import { caseSection, suiteSection } from '../../src/language/test-files/suite-section.ts';
import { withTable } from './generated-table.ts';

/** Sections whose properties share a table, by their names in it. */
type Variants = Readonly<Record<string, { readonly properties: Properties }>>;

interface SectionTable {
  readonly page: string;
  /** The file that declares it; in `src/language/flow/read`, unless it names another folder of `src/language`. */
  readonly file: string;
  readonly sections: Variants;
}

/** The reference page of each section. */
export const sectionTables: Readonly<Record<string, SectionTable>> = {
  flow: { page: 'flows.md', file: 'flow-section.ts', sections: { flow: flowSection } },
  concurrency: { page: 'flows.md', file: 'flow-section.ts', sections: { concurrency: concurrencySection } },
  output: { page: 'flows.md', file: 'output-sections.ts', sections: { output: outputSection } },
  check: { page: 'flows.md', file: 'check-section.ts', sections: { check: checkSection } },
  trigger: { page: 'flows.md', file: 'trigger-sections.ts', sections: triggerSections },
  locks: { page: 'flows.md', file: 'locks-section.ts', sections: { locks: lockSection } },
  notify: { page: 'flows.md', file: 'notify-section.ts', sections: { notify: notifySection } },
  'commit-status': {
    page: 'flows.md',
    file: 'notify-section.ts',
    sections: { commit_status: commitStatusSection },
  },
  filter: { page: 'triggers.md', file: 'trigger-sections.ts', sections: { filter: filterSection } },
  task: { page: 'tasks.md', file: 'task-section.ts', sections: { task: taskSection } },
  retry: { page: 'tasks.md', file: 'retry-section.ts', sections: { retry: retrySection } },
  suite: { page: 'flow-tests.md', file: 'test-files/suite-section.ts', sections: { suite: suiteSection } },
  case: { page: 'flow-tests.md', file: 'test-files/suite-section.ts', sections: { case: caseSection } },
  mock: { page: 'flow-tests.md', file: 'test-files/mock-section.ts', sections: { mock: mockSection } },
  expect: { page: 'flow-tests.md', file: 'test-files/expect-section.ts', sections: { expect: expectSection } },
  'expected-task': {
    page: 'flow-tests.md',
    file: 'test-files/expect-section.ts',
    sections: { task: expectedTaskSection },
  },
  'expected-artifact': {
    page: 'flow-tests.md',
    file: 'test-files/expect-section.ts',
    sections: { artifact: expectedArtifactSection },
  },
  'expected-problem': {
    page: 'flow-tests.md',
    file: 'test-files/expect-section.ts',
    sections: { problem: expectedProblemSection },
  },
  field: { page: 'tasks.md', file: 'output-sections.ts', sections: { field: outputFieldSection } },
};

/** The pages with up-to-date tables, by path. */
export function sectionPages(): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const [name, { page, file, sections }] of Object.entries(sectionTables)) {
    const path = `docs/reference/${page}`;
    const text = pages.get(path) ?? readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');
    const note = `<!-- Section ${name}: written by \`npm run docs\` from src/language/${file.includes('/') ? file : `flow/read/${file}`}. -->`;
    pages.set(path, withTable(text, note, propertyTable(sections, page)));
  }
  return pages;
}

function propertyTable(variants: Variants, page: string): string {
  const names = Object.keys(variants);
  const isShared = names.length > 1;
  const rows = new Map<string, { name: string; property: Property<unknown>; of: string[] }>();
  for (const [of, { properties }] of Object.entries(variants)) {
    for (const [name, property] of Object.entries(properties)) {
      const key = `${name}: ${String(property.schema.description)}`;
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { name, property, of: [of] });
      else row.of.push(of);
    }
  }
  const lines = [...rows.values()].map(({ name, property, of }) => {
    const owners = isShared ? ` ${of.length === names.length ? 'all' : of.join(', ')} |` : '';
    return `| \`${name}\` |${owners} ${propertyCells(property)} |`;
  });
  const [head, line] = isShared ? ['| property | of', '|---|---'] : ['| property', '|---'];
  const table = [`${head} | type | default | meaning |`, `${line}|---|---|---|`, ...lines].join('\n');
  return table.replaceAll(`](${page}#`, '](#');
}

function propertyCells({ type, required, schema, details }: Property<unknown>): string {
  const fallback = schema.default === undefined ? '' : `\`${String(schema.default)}\``;
  const meaning = [schema.description, details].filter((part) => part !== undefined).join(' ');
  return `${type} | ${required ? 'required' : fallback} | ${meaning}`;
}
