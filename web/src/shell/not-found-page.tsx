import { Link } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <p>
        This page does not exist. <Link to="/ui/flows">All flows</Link>
      </p>
    </Page>
  );
}
