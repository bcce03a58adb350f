import { apiUrl } from '../api/base-path.ts';

export interface HelpLinkProps {
  /** Below `/help/`, such as `how-to/run-flows`. */
  readonly page: string;
  readonly children: string;
}

/** A link to a page of the documentation. */
export function HelpLink({ page, children }: HelpLinkProps) {
  return (
    <a href={apiUrl(`/help/${page}`)} className="help-link">
      {children}
    </a>
  );
}
