import type { System } from '../../api/system-queries.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toasts.tsx';
import { diagnosticsText } from './diagnostics.ts';

/** Copies what a bug report needs. */
export function CopyDiagnostics({ system }: { readonly system: System & { readonly clockDifference: number } }) {
  const copy = async () => {
    await navigator.clipboard.writeText(diagnosticsText(system, navigator.userAgent));
    showToast('Copied the diagnostics');
  };
  return <Button onPress={() => void copy()}>Copy diagnostics</Button>;
}
