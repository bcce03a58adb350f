import { Link } from '@tanstack/react-router';

/** The logo and the name, which lead to the first page. */
export function Brand() {
  return (
    <Link to="/ui/home" className="brand">
      <span className="logo" aria-hidden="true" />
      <span className="area-title">Flowgate</span>
    </Link>
  );
}
