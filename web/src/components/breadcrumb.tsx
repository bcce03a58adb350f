import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FlowKey } from '../api/flow-queries.ts';
import { flowPage } from '../links.ts';
import './breadcrumb.css';

interface BreadcrumbProps {
  /** The pages above this one, as links. */
  readonly links: readonly ReactNode[];
  readonly here: string;
}

/** Where a page is, from its area on. */
export function Breadcrumb({ links, here }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumb small">
        {links.map((link, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never move
          <li key={index}>{link}</li>
        ))}
        <li aria-current="page" className="cut">
          {here}
        </li>
      </ol>
    </nav>
  );
}

export const linkToFlows = (
  <Link key="flows" to="/ui/flows" activeOptions={{ exact: true }}>
    Flows
  </Link>
);

/** The links to the list of flows and to a namespace in it. */
export function linksToNamespace(namespace: string): readonly ReactNode[] {
  return [
    linkToFlows,
    <Link key="namespace" to="/ui/flows" search={{ namespace }} activeOptions={{ exact: true }}>
      {namespace}
    </Link>,
  ];
}

/** The same, and a link to a flow. */
export function linksToFlow(flow: FlowKey): readonly ReactNode[] {
  return [
    ...linksToNamespace(flow.namespace),
    <Link key="flow" {...flowPage(flow)} activeOptions={{ exact: true }}>
      {flow.id}
    </Link>,
  ];
}
