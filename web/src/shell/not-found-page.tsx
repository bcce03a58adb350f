import { Link } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <p>
        There is no such page. <Link to="/ui/flows">All flows</Link>
      </p>
    </Page>
  );
}
