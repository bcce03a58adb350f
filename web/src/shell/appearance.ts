export type Theme = 'system' | 'light' | 'dark';
export type Density = 'compact' | 'comfortable';

export const themes: readonly (readonly [Theme, title: string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];
export const densities: readonly (readonly [Density, title: string])[] = [
  ['compact', 'Compact'],
  ['comfortable', 'Comfortable'],
];

const year = 365 * 24 * 60 * 60;
const densityKey = 'flowgate.density';

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

export function currentDensity(): Density {
  return localStorage.getItem(densityKey) === 'comfortable' ? 'comfortable' : 'compact';
}

/** Shows the density that this browser remembers, before the page is drawn. */
export function showDensity(): void {
  document.documentElement.dataset.density = currentDensity();
}

export function setDensity(density: Density): void {
  localStorage.setItem(densityKey, density);
  showDensity();
}
