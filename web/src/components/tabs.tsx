import { useEffect, useRef, type ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import './tabs.css';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** Rendered only while the tab is chosen. */
  readonly content: () => ReactNode;
}

export interface TabsProps<Id extends string> {
  readonly label: string;
  readonly items: readonly TabItem<Id>[];
  readonly chosen: Id;
  /** The page keeps the choice in the URL. */
  readonly onChange: (id: Id) => void;
}

export function Tabs<Id extends string>({ label, items, chosen, onChange }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On narrow screens the list scrolls.
    list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    <AriaTabs
      className="tabs"
      selectedKey={chosen}
      // The keys are the ids of the items.
      onSelectionChange={(key) => onChange(key as Id)}
    >
      <TabList ref={list} aria-label={label} className="tab-list underlined">
        {items.map(({ id, title }) => (
          <Tab key={id} id={id} className="tab">
            {title}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {content()}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
