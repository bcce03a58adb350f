import { allAuditEntries, type AuditFilter } from '../../api/system-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { saveText } from '../../components/save-file.ts';

const maxEntries = 10_000;

/** Saves the entries that match, one JSON object per line. */
export function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const save = useAction({
    run: async () => {
      const entries = await allAuditEntries(filter, maxEntries);
      saveText('flowgate-audit.ndjson', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      return entries.length;
    },
    done: (count) =>
      count === maxEntries
        ? `Saved the latest ${count} entries; choose a shorter time range for the rest`
        : `Saved ${count} entries`,
  });
  return (
    <>
      <Button isBusy={save.isBusy} onPress={() => save.start()}>
        Export as NDJSON
      </Button>
      <ErrorBox what="Could not export the entries" problem={save.problem} />
    </>
  );
}
