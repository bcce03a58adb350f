import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { pagePath } from './page-path.ts';
import { anchorOf } from './repository-links.ts';

type Item = DefaultTheme.SidebarItem;

/** Pages with a table of contents of their own, shown below them. */
const chapters = ['docs/decisions/README.md', 'docs/reference/tasks/README.md'];

/** The sidebar, made of the table of contents in `docs/README.md`. */
export function sidebar(projectFolder: string): Item[] {
  const kinds = readContents(projectFolder, 'docs/README.md');
  const project = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  return [
    ...kinds,
    {
      text: 'Project',
      items: project.map((file) => ({ text: titleOf(projectFolder, file), link: linkTo(file) })),
    },
  ];
}

/** A group for each heading of the second level, with a group inside for each of the third. */
function readContents(projectFolder: string, file: string): Item[] {
  const kinds: Item[] = [];
  for (const line of readFileSync(join(projectFolder, file), 'utf8').split('\n')) {
    const [, heading] = /^## (.*)$/.exec(line) ?? [];
    const [, group] = /^### (.*)$/.exec(line) ?? [];
    const [, text, target] = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
    const kind = kinds.at(-1);
    if (heading !== undefined) kinds.push({ text: heading, items: [] });
    else if (kind === undefined) continue;
    else if (group !== undefined)
      kind.items?.push({ text: group, link: `/#${anchorOf(group)}`, collapsed: true, items: [] });
    else if (text !== undefined && target !== undefined) {
      const page = posix.join(posix.dirname(file), target);
      const last = kind.items?.at(-1);
      const items = last?.items !== undefined && last.link?.includes('#') ? last.items : kind.items;
      items?.push({ text, link: linkTo(page), ...chapterOf(projectFolder, page) });
    }
  }
  return kinds;
}

function chapterOf(projectFolder: string, page: string): Pick<Item, 'items' | 'collapsed'> {
  if (!chapters.includes(page)) return {};
  const rows = readFileSync(join(projectFolder, page), 'utf8').matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gm);
  const items = [...rows].map(([, text = '', target = '']) => ({
    text,
    link: linkTo(posix.join(posix.dirname(page), target)),
  }));
  return { collapsed: true, items };
}

function titleOf(projectFolder: string, file: string): string {
  return /^# (.*)$/m.exec(readFileSync(join(projectFolder, file), 'utf8'))?.[1] ?? file;
}

const linkTo = (file: string): string => `/${pagePath(file).replace(/(?:(^|\/)index)?\.md$/, '$1')}`;
