import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileInput, History, Keyboard, LogOut, Plus, Rows3, SunMoon, UserRound, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { flowName } from '../../../../src/language/flow/flow-key.ts';
import { currentTokenSession } from '../../api/session.ts';
import { whoAmIQuery } from '../../api/system-queries.ts';
import { useFavourites } from '../../api/use-favourites.ts';
import { useMaySomewhere } from '../../api/use-may.ts';
import { Icon } from '../../components/icon.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { touchScreen, useMedia } from '../../components/use-media.ts';
import { executionPage, flowPage } from '../../links.ts';
import { ExecutionBadge } from '../../pages/executions/execution-badge.tsx';
import { densities, setDensity, setTheme, themes } from '../appearance.ts';
import { areas, gatewayPages } from '../areas.tsx';
import { showDialog } from '../shown-dialog.ts';
import { hasAllWords, type Found, type FoundExecution, type FoundFlow } from './find.ts';

/** Something to choose in the palette. */
export interface Entry {
  readonly title: string;
  readonly icon: ReactNode;
  /** What helps to recognize it. */
  readonly details?: ReactNode;
  readonly open: () => void;
}

export interface EntryGroup {
  readonly title: string;
  /** Whether the gateway found them. */
  readonly isFound?: boolean;
  readonly entries: readonly Entry[];
}

/**
 * What matches a text. What the gateway finds comes last, so that it moves nothing when it arrives.
 * @param isSearching whether it was found for an earlier text
 */
export function useEntries(text: string, { flows, executions }: Found, isSearching: boolean): readonly EntryGroup[] {
  const navigate = useNavigate();
  const pages = usePages();
  const actions = useActions();
  const favourites = useFavourites();
  const those = (entries: readonly Entry[]) => entries.filter(({ title }) => hasAllWords(title, text));
  const still = (entries: readonly Entry[]) => (isSearching ? those(entries) : entries);
  const flowEntry = (name: string, details?: ReactNode): Entry => {
    const [namespace = '', id = ''] = name.split('/');
    const open = () => void navigate(flowPage({ namespace, id }));
    return { title: name, icon: <Icon of={Workflow} />, details, open };
  };
  const found = (flow: FoundFlow) => flowEntry(flowName(flow), <FlowDetails flow={flow} />);
  const execution = (each: FoundExecution): Entry => ({
    title: `${flowName(each.flow)} ${each.number === undefined ? each.id.slice(-6) : `#${each.number}`}`,
    icon: <Icon of={History} />,
    details: <ExecutionDetails execution={each} />,
    open: () => void navigate(executionPage(each.id)),
  });
  const groups = [
    { title: 'Favourites', entries: text === '' ? favourites.map((name) => flowEntry(name)) : [] },
    { title: 'Pages', entries: those(pages) },
    { title: 'Actions', entries: those(actions) },
    { title: 'Flows', isFound: true, entries: still(flows.map(found)) },
    {
      title: text === '' ? 'Latest executions' : 'Executions',
      isFound: true,
      entries: still(executions.map(execution)),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function usePages(): readonly Entry[] {
  const navigate = useNavigate();
  return [
    ...areas.map(({ to, title, icon }) => ({ title, icon: <Icon of={icon} />, open: () => void navigate({ to }) })),
    ...gatewayPages.map(({ href, title, icon }) => ({
      title,
      icon: <Icon of={icon} />,
      open: () => location.assign(href),
    })),
  ];
}

function useActions(): readonly Entry[] {
  const navigate = useNavigate();
  const mayWriteSomewhere = useMaySomewhere()('write');
  const { data } = useQuery(whoAmIQuery());
  const hasKeyboard = !useMedia(touchScreen);
  const session = currentTokenSession();
  const entry = (icon: typeof Plus, title: string, open: () => void): Entry => ({
    title,
    icon: <Icon of={icon} />,
    open,
  });
  return [
    mayWriteSomewhere && entry(Plus, 'New flow', () => void navigate({ to: '/ui/new-flow' })),
    entry(FileInput, 'Import from Jenkins', () => void navigate({ to: '/ui/import' })),
    ...themes.map(([id, title]) => entry(SunMoon, `Theme: ${title}`, () => setTheme(id))),
    ...densities.map(([id, title]) => entry(Rows3, `Density: ${title}`, () => setDensity(id))),
    hasKeyboard && entry(Keyboard, 'Keyboard shortcuts', () => showDialog('keys')),
    data?.mayChooseName === true &&
      entry(UserRound, data.subject === undefined ? 'Choose a name' : 'Change name', () => showDialog('name')),
    session !== undefined && entry(LogOut, 'Sign out', () => void session.signOut()),
  ].filter((each) => each !== false);
}

function FlowDetails({ flow: { lastExecution, disabled } }: { readonly flow: FoundFlow }) {
  return (
    <>
      {disabled === true && <span className="muted">disabled</span>}
      {lastExecution !== undefined && <ExecutionBadge execution={lastExecution} />}
    </>
  );
}

function ExecutionDetails({ execution }: { readonly execution: FoundExecution }) {
  return (
    <>
      <ExecutionBadge execution={execution} />
      <span className="muted">
        <RelativeTime at={execution.createdAt} />
      </span>
    </>
  );
}
