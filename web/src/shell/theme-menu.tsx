import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../components/button.tsx';

const themes: readonly { readonly id: Theme; readonly title: string }[] = [
  { id: 'system', title: 'System' },
  { id: 'light', title: 'Light' },
  { id: 'dark', title: 'Dark' },
];

export function ThemeMenu() {
  const [theme, setShown] = useState(currentTheme);
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    setShown(chosen);
  };
  return (
    <MenuTrigger>
      <Button variant="quiet" aria-label="Theme">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.500" fill="none" stroke="currentColor" strokeWidth="1.400" />
          <path d="M8 1.500a6.500 6.500 0 0 1 0 13z" fill="currentColor" />
        </svg>
      </Button>
      <Popover className="popover floating" placement="bottom end">
        <Menu className="menu" aria-label="Theme" selectionMode="single" selectedKeys={[theme]}>
          {themes.map(({ id, title }) => (
            <MenuItem key={id} id={id} onAction={() => choose(id)}>
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export type Theme = 'system' | 'light' | 'dark';

const year = 365 * 24 * 60 * 60;

/** The theme that the gateway wrote into the page. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Changes the theme, and sets a cookie from which the gateway writes it into the next page. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  const age = theme === 'system' ? 0 : year;
  document.cookie = `flowgate_theme=${theme}; path=/; max-age=${age}; samesite=strict`;
}
