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
  return (
    <AriaTabs
      className="tabs"
      selectedKey={chosen}
      // The keys are the ids of the items.
      onSelectionChange={(key) => onChange(key as Id)}
    >
      <TabList aria-label={label} className="tab-list underlined">
        {items.map(({ id, title }) => (
          <Tab key={id} id={id} className="tab">
            {({ isSelected }) => <TabTitle title={title} isChosen={isSelected} />}
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

/** Scrolls into sight when it is chosen: on narrow screens, the list scrolls. */
function TabTitle({ title, isChosen }: { readonly title: string; readonly isChosen: boolean }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isChosen) text.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isChosen]);
  return <span ref={text}>{title}</span>;
}
