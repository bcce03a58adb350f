import { SunMoon } from 'lucide-react';
import { useState } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { currentDensity, currentTheme, densities, setDensity, setTheme, themes } from './appearance.ts';

/** Chooses the theme, and how close rows and text are. */
export function AppearanceMenu() {
  return (
    <MenuTrigger>
      <Button variant="quiet" aria-label="Theme and density">
        <Icon of={SunMoon} />
      </Button>
      <Popover className="popover floating" placement="top start">
        <Menu className="menu" aria-label="Theme and density">
          <Choices title="Theme" choices={themes} current={currentTheme} onChoose={setTheme} />
          <Choices title="Density" choices={densities} current={currentDensity} onChoose={setDensity} />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface ChoicesProps<Id extends string> {
  readonly title: string;
  readonly choices: readonly (readonly [id: Id, title: string])[];
  readonly current: () => Id;
  readonly onChoose: (id: Id) => void;
}

function Choices<Id extends string>({ title, choices, current, onChoose }: ChoicesProps<Id>) {
  const [chosen, setChosen] = useState(current);
  const choose = (id: Id) => {
    onChoose(id);
    setChosen(id);
  };
  return (
    <MenuSection selectionMode="single" selectedKeys={[chosen]} aria-label={title}>
      <Header className="menu-head muted small">{title}</Header>
      {choices.map(([id, text]) => (
        <MenuItem key={id} id={id} onAction={() => choose(id)}>
          {text}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
