import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { asProblem } from '../../api/api-problem.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { ShellDialogProps } from '../shown-dialog.ts';
import './palette.css';
import { useEntries, type Entry } from './entries.tsx';
import { find, type Found } from './find.ts';
import { ResultList } from './result-list.tsx';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Leads to flows, executions, pages and actions by a part of their name. */
export function Palette({ onClose }: ShellDialogProps) {
  return (
    <ModalOverlay
      className="dialog-overlay palette-overlay"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="palette floating">
        <Dialog aria-label="Search">
          <Combobox onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A combobox with its list always open. The focus stays in the field. */
function Combobox({ onClose }: ShellDialogProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  /** The option that the user moved to; the first one by default. */
  const [moved, setMoved] = useState<string>();
  /** Whether the user pressed Enter before the gateway had answered. */
  const [isHasty, setHasty] = useState(false);
  const text = typed.trim();
  const { found, isSearching, problem } = useFound(text);
  const groups = useEntries(text, found, isSearching);
  const options = groups.flatMap(({ title, isFound = false, entries }) =>
    entries.map((entry) => ({ entry, isFound, key: `${title} ${entry.title}` })),
  );
  const position = Math.max(
    options.findIndex(({ key }) => key === moved),
    0,
  );
  const current = options[position];

  const open = (entry: Entry) => {
    // First, since the entry can open another dialog.
    onClose();
    entry.open();
  };
  useEffect(() => {
    if (isHasty && !isSearching) {
      setHasty(false);
      if (current !== undefined) open(current.entry);
    }
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isSearching && moved === undefined && current?.isFound !== false) setHasty(true);
      else if (current !== undefined) open(current.entry);
    } else if (step !== undefined) {
      event.preventDefault();
      setMoved(options.at((position + step) % options.length)?.key);
    }
  };

  return (
    <>
      <div className="palette-field underlined">
        <Icon of={Search} />
        <input
          type="text"
          role="combobox"
          aria-label="Search flows, executions, pages and actions"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={current && `${listId}-${position}`}
          placeholder="Flow, execution, page or action"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setMoved(undefined);
            setHasty(false);
          }}
          onKeyDown={onKeyDown}
        />
        <Button variant="quiet" aria-label="Close" onPress={onClose}>
          <Icon of={X} />
        </Button>
      </div>
      <ResultList
        id={listId}
        groups={groups}
        position={position}
        onPoint={(at) => setMoved(options[at]?.key)}
        onChoose={open}
      />
      <p role="status" className="palette-status muted">
        {problem ?? (options.length > 0 ? '' : isSearching ? 'Searching…' : `Nothing matches ${text}`)}
      </p>
    </>
  );
}

const millisecondsAfterTyping = 150;
const nothing: Found = { flows: [], executions: [] };

/** What the gateway finds for a text; what it found for an earlier one while it searches. */
function useFound(text: string) {
  const client = useQueryClient();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), millisecondsAfterTyping);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => find(settled, client, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });
  return {
    found: data ?? nothing,
    isSearching: settled !== text || isFetching,
    problem: error === null ? undefined : asProblem(error).message,
  };
}
