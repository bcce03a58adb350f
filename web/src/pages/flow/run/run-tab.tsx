import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { JsonObject } from '../../../../../src/base/text/json-value.ts';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { executionQuery, type Execution } from '../../../api/execution-queries.ts';
import { inputSchemaQuery } from '../../../api/flow-queries.ts';
import { Callout } from '../../../components/callout.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { useMedia } from '../../../components/use-media.ts';
import { editedText } from '../../../editor/line-breaks.ts';
import { executionPage } from '../../../links.ts';
import { loadedPart } from '../../../load-part.ts';
import { formInputs, type FormInput } from './form-input.ts';
import { firstValues, type FormValues } from './form-values.ts';
import { replayedValues } from './replay-changes.ts';
import { RunForm } from './run-form.tsx';
import { linkedValues } from './run-link.ts';
import type { RunTarget } from './run-request.ts';

const route = getRouteApi('/ui/flows/$namespace/$flowId');

/** The form of the flow, or of an execution that is run again. */
export function RunTab({ flow }: { readonly flow: Schema<'Flow'> }) {
  const { replay } = route.useSearch();
  return replay === undefined ? <NewRun flow={flow} /> : <Replay flow={flow} executionId={replay} />;
}

function NewRun({ flow }: { readonly flow: Schema<'Flow'> }) {
  const { namespace, id: flowId, definition } = flow;
  const { revision: revisionText } = route.useSearch();
  const revision = revisionText === undefined ? undefined : Number(revisionText);
  const target = useMemo(() => ({ namespace, flowId, revision }), [namespace, flowId, revision]);
  const isLatest = revision === undefined || revision === flow.revision;
  return (
    <>
      {definition.disabled === true && (
        <Callout tone="warning" title="This flow is disabled">
          It cannot run until its source enables it.
        </Callout>
      )}
      <BesideGraph flow={flow}>
        <FormOf
          key={revision}
          target={target}
          valuesOf={firstValues}
          // The flow that is loaded says nothing of other revisions.
          definition={isLatest ? definition : undefined}
        />
      </BesideGraph>
    </>
  );
}

/** Where there is room, what the form runs is shown beside it. */
function BesideGraph({ flow, children }: { readonly flow: Schema<'Flow'>; readonly children: ReactNode }) {
  const hasRoom = useMedia('(min-width: 1500px)');
  return (
    <div className={hasRoom ? 'run-beside' : undefined}>
      <div className="stack">{children}</div>
      {hasRoom && (
        <Suspense>
          <FlowGraph text={editedText(flow.source)} mediaType={flow.mediaType} />
        </Suspense>
      )}
    </div>
  );
}

const FlowGraph = loadedPart(() => import('../graph/flow-graph.tsx'), 'FlowGraph');

function Replay({ flow, executionId }: { readonly flow: Schema<'Flow'>; readonly executionId: string }) {
  const query = useQuery(executionQuery(executionId));
  return (
    <QueryView query={query} what="the execution">
      {(execution) => <ReplayForm key={execution.id} flow={flow} execution={execution} />}
    </QueryView>
  );
}

function ReplayForm({ flow, execution }: { readonly flow: Schema<'Flow'>; readonly execution: Execution }) {
  const { namespace, id: flowId } = flow;
  // The record of an execution that still runs changes every second; its inputs do not.
  const [{ id: executionId, revision, inputs: recorded, flowId: runFlowId, namespace: runNamespace }] =
    useState(execution);
  const target = useMemo(
    () => ({ namespace, flowId, revision, replay: { executionId, recorded } }),
    [namespace, flowId, revision, executionId, recorded],
  );
  if (runFlowId !== flowId || runNamespace !== namespace)
    return <Callout tone="failed" title="The execution in this link belongs to another flow" />;
  return (
    <>
      <p>
        Filled in from <Link {...executionPage(executionId)}>an earlier execution</Link>
        {revision !== undefined && `, with revision ${revision}`}. Secrets are not kept.
      </p>
      <FormOf target={target} valuesOf={(inputs) => replayedValues(inputs, recorded)} />
    </>
  );
}

interface FormOfProps {
  readonly target: RunTarget;
  readonly valuesOf: (inputs: readonly FormInput[]) => FormValues;
  /** Undefined where it is not known, or where a secret that is left empty is not always the default, as in a replay. */
  readonly definition?: Schema<'Flow'>['definition'] | undefined;
}

function FormOf(props: FormOfProps) {
  const { target } = props;
  const { namespace, flowId, revision } = target;
  const query = useQuery(inputSchemaQuery({ namespace, id: flowId }, revision));
  return (
    <QueryView query={query} what="the inputs">
      {(schema) => <LinkedForm {...props} schema={schema} />}
    </QueryView>
  );
}

interface LinkedFormProps extends FormOfProps {
  readonly schema: Schema<'InputSchema'>;
}

/** Fills in the values of the link. A link never runs anything by itself. */
function LinkedForm({ target, schema, valuesOf, definition = {} }: LinkedFormProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // The address counts when the form opens; from then on, what the user types does.
  const [{ inputs, rejected, initial }] = useState(() => {
    const all = withSecretDefaults(formInputs(schema), definition);
    const linked = linkedValues(all, search);
    return { inputs: all, rejected: linked.rejected, initial: new Map([...valuesOf(all), ...linked.values]) };
  });
  useEffect(() => {
    if (rejected.length === 0) return;
    const names = rejected.map((id) => `inputs.${id}`);
    // A secret must not stay in the address.
    void navigate({
      search: (before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
      replace: true,
    });
  }, [rejected, navigate]);
  return (
    <>
      {rejected.length > 0 && (
        <Callout tone="warning" title="Part of the link was ignored">
          {`These inputs are unknown, or are secrets or files, which a link cannot contain: ${rejected.join(', ')}`}
        </Callout>
      )}
      <RunForm target={target} inputs={inputs} initial={initial} />
    </>
  );
}

/**
 * The inputs with the defaults of secrets, which their JSON Schema leaves out.
 *
 * @param definition of the revision that runs, as the API shows it
 */
function withSecretDefaults(inputs: readonly FormInput[], definition: JsonObject): readonly FormInput[] {
  const { inputs: declared } = definition;
  if (!Array.isArray(declared)) return inputs;
  const defaults = new Map((declared as readonly JsonObject[]).map(({ id, defaults: value }) => [id, value])); // validated
  return inputs.map((input) => {
    const secretDefault = input.type === 'SECRET' ? defaults.get(input.id) : undefined;
    return typeof secretDefault === 'string' ? { ...input, secretDefault } : input;
  });
}
