import type { Language } from '../../src/faces/cli/flows/load-language.ts';
import { shortTypeName } from '../../src/language/flow/type-names.ts';
import type { RegisteredTaskType } from '../../src/language/task-types/task-registry.ts';
import { apiPage } from './api-page.ts';
import { blocksPage } from './blocks-page.ts';
import { commandLinePage } from './command-line-page.ts';
import { configurationPage, environmentExample } from './configuration-page.ts';
import { executionsPage, executionsPath } from './executions-page.ts';
import { expressionsPage } from './expressions-page.ts';
import { inputsPage, withEnvironmentTable } from './inputs-page.ts';
import { problemPage } from './problem-page.ts';
import { readmePage } from './readme-page.ts';
import { redisKeysPage } from './redis-keys-page.ts';
import { sectionPages } from './section-tables.ts';
import { taskPage } from './task-page.ts';

/** The pages that are generated from the code, completely or partly, by path. */
export async function generatedPages(language: Language): Promise<ReadonlyMap<string, string>> {
  const { taskTypes } = language;
  const taskPages = taskTypes.types.map(
    (type) => [`docs/reference/tasks/${shortTypeName(type.name)}.md`, taskPage(type.documentation)] as const,
  );
  const sections = sectionPages();
  const flows = 'docs/reference/flows.md';
  return new Map([
    ['README.md', readmePage(language)],
    ['docs/reference/api.md', apiPage()],
    ['docs/reference/blocks.md', blocksPage(taskTypes.types)],
    ['docs/reference/configuration.md', configurationPage(taskTypes)],
    ['docs/reference/command-line.md', commandLinePage()],
    ['.env.example', environmentExample(taskTypes)],
    [executionsPath, executionsPage()],
    ['docs/reference/expressions.md', expressionsPage()],
    ['docs/reference/inputs.md', inputsPage()],
    ['docs/reference/problems.md', problemPage(language)],
    ['docs/reference/redis-keys.md', redisKeysPage()],
    ...sections,
    [flows, withEnvironmentTable(sections.get(flows) ?? '')],
    ['docs/reference/tasks/README.md', taskIndex(taskTypes.types)],
    ...taskPages,
  ]);
}

function taskIndex(types: readonly RegisteredTaskType[]): string {
  const row = ({ name, title, aliases }: RegisteredTaskType) => {
    const others = aliases.map((alias) => `\`${shortTypeName(alias)}\``).join(', ');
    return `| [${shortTypeName(name)}](${shortTypeName(name)}.md) | ${title} | ${others} |`;
  };
  return `# Task types

<!-- Written by \`npm run docs\` from the task modules. -->

Full names start with \`dev.<vendor>.plugin.\`, which you can leave out.

| type | what it does | aliases |
|---|---|---|
${types.map(row).join('\n')}
`;
}
