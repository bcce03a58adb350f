// Generated from openapi.yaml by `npm run docs`; do not edit.
import type { JsonObject, JsonValue } from "../problem/json-value.ts";
export interface paths {
    readonly "/flows/validate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Validate a flow
         * @description Answers 200 for every document, also for one that cannot be parsed and for an empty body.
         */
        readonly post: operations["validateFlow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List flows */
        readonly get: operations["listFlows"];
        readonly put?: never;
        /**
         * Create a flow
         * @description Its first revision is 1.
         */
        readonly post: operations["createFlow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
            };
            readonly cookie?: never;
        };
        /** List the flows of a namespace */
        readonly get: operations["listNamespaceFlows"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        /**
         * Get a flow
         * @description As JSON, or as its source, byte for byte as it was sent, for `Accept: application/x-yaml`. A deleted flow is there only for those who name a revision.
         */
        readonly get: operations["getFlow"];
        /**
         * Update a flow
         * @description Always makes a new revision, also with the same source. Send `If-Match` so that a retry does not make another one.
         */
        readonly put: operations["updateFlow"];
        readonly post?: never;
        /**
         * Delete a flow
         * @description Its history stays readable and it can be restored, unless it is purged.
         */
        readonly delete: operations["deleteFlow"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/revisions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        /**
         * List the revisions of a flow
         * @description The newest first.
         */
        readonly get: operations["listRevisions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/diff": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        /** Compare two revisions as a unified diff */
        readonly get: operations["diffRevisions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/revisions/{revision}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
                /** @description The revision whose source becomes the latest one. */
                readonly revision: components["schemas"]["Revision"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restore a revision
         * @description Makes a new revision with the source of an earlier one. A deleted flow comes back with it.
         */
        readonly post: operations["restoreRevision"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/schema": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        /** Get the JSON Schema of a flow's inputs */
        readonly get: operations["getInputSchema"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/validate-inputs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Validate input values */
        readonly post: operations["validateInputs"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/validate-subflows": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Validate the subflow calls of a flow
         * @description Whether each flow that is called exists, its inputs and outputs fit, and there is no cycle, as things stand now. A flow that does not exist yet is a warning; so is one in a namespace in which you may neither read nor execute, of which only the name is told.
         */
        readonly post: operations["validateSubflows"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/dependencies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        /**
         * Get the dependencies of a flow
         * @description The flows that it calls and those that call it, by their latest revisions; calls of disabled tasks are included, deleted flows call none.
         */
        readonly get: operations["getDependencies"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/jenkinsfile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        /**
         * Get the Jenkinsfile of a stored flow
         * @description It holds every flow that is called, so you need `execute` or `read` in the namespaces of all of them; 403 otherwise.
         */
        readonly get: operations["getJenkinsfile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transpiler/convert/jenkins": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Convert a flow to a Jenkinsfile */
        readonly post: operations["convertToJenkins"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transpiler/convert/jenkins/validate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Check whether a flow can be converted */
        readonly post: operations["checkConversion"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transpiler/plugins": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List task types */
        readonly get: operations["listTaskTypes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transpiler/plugins/{type}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The full name of a task type, or one of its aliases. */
                readonly type: string;
            };
            readonly cookie?: never;
        };
        /**
         * Get a task type
         * @description Its properties as a JSON Schema, its documentation and examples.
         */
        readonly get: operations["getTaskType"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/schemas/flow": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the JSON Schema of flow documents
         * @description For editors that complete and check YAML; with the task types of this installation.
         */
        readonly get: operations["getFlowSchema"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export flows
         * @description The latest sources of all flows that the caller may read, as one YAML stream.
         */
        readonly get: operations["exportFlows"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Import flows
         * @description Creates and updates flows from one YAML stream. Each document is a flow; one that is refused does not hold up the others.
         */
        readonly post: operations["importFlows"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/push": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Push the job of a flow to Jenkins without running it */
        readonly post: operations["pushFlow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/executions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Run a flow
         * @description Answers at once; the execution is triggered in the background. Values that do not fit are answered with 422 and the same `errors` as validate-inputs gives.
         */
        readonly post: operations["runFlow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Upload files
         * @description Each part of the form has a filename and is named by the id of a FILE input. Size and extension are checked while a file comes; the first fault ends the upload, with 422 and the same `errors` as validate-inputs gives, or with 413 for more than any file may have, and nothing of it is kept. A reference is the value of a FILE input for 24 hours, for the same user in the same namespace.
         */
        readonly post: operations["uploadFiles"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/files/{execution_id}/{input_id}/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
                readonly input_id: string;
                readonly token: string;
            };
            readonly cookie?: never;
        };
        /**
         * Download a file of an execution to a build node
         * @description Only the build knows the token, and only until the execution ends. Afterwards, as with another token, the answer is 404.
         */
        readonly get: operations["downloadFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/executions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List executions
         * @description The newest first.
         */
        readonly get: operations["listExecutions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/executions/{execution_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        /** Get an execution */
        readonly get: operations["getExecution"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/executions/{execution_id}/stop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Stop an execution
         * @description Wherever it is, waiting or running. The record tells when it has ended; its final tasks run first. Jenkins can lose a stop: Flowgate sends it again until the build has begun to stop (`stop.stoppingAt`). A second call sends it at once; it never ends the final tasks.
         */
        readonly post: operations["stopExecution"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/executions/{execution_id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay an execution
         * @description Runs the same revision again. Values that are given replace those of the execution. Secrets that were given must be given again, and its files once they are not kept any more, a day after their upload and after every execution that had them.
         */
        readonly post: operations["replayExecution"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/executions/{execution_id}/outputs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        /** Get the outputs of an execution */
        readonly get: operations["getOutputs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/executions/{execution_id}/logs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        /**
         * Get the log of an execution
         * @description As far as it goes, or with `follow` as it is written: one server-sent event for each line, and at the end an event `end` with the final state. Secrets are masked.
         */
        readonly get: operations["getLogs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/executions/{execution_id}/artifacts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        /**
         * List the artifacts of an execution
         * @description They are there for as long as Jenkins keeps the build.
         */
        readonly get: operations["listArtifacts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/executions/{execution_id}/artifacts/{path}*": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
                /** @description One of the paths that the list gives, with its slashes. Others are not found, nor are those with `*`, `?` or a backslash, which Jenkins would read as patterns. */
                readonly path: string;
            };
            readonly cookie?: never;
        };
        /** Download an artifact */
        readonly get: operations["getArtifact"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/triggers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        /** List the triggers of a flow */
        readonly get: operations["listTriggers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
                readonly trigger_id: components["parameters"]["TriggerId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create the key of a webhook
         * @description The key is shown this once. One that was made before is refused from now on.
         */
        readonly post: operations["makeTriggerKey"];
        /** Revoke the key of a webhook */
        readonly delete: operations["revokeTriggerKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/hooks/{namespace}/{flow_id}/{trigger_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: string;
                readonly flow_id: string;
                readonly trigger_id: string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a flow by its webhook
         * @description For other systems, which need no identity here: they show the key of the webhook, or sign the body or the delivery with it. A wrong key, and a webhook that is not there, are both answered with the same 401.
         */
        readonly post: operations["callHook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List audit entries
         * @description The newest first: every call of somebody known that changed something or wanted to, and every call that was denied. Entries of namespaces that the caller may not read are left out.
         */
        readonly get: operations["getAudit"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/healthz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Liveness probe */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Readiness probe */
        readonly get: operations["getReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Prometheus metrics */
        readonly get: operations["getMetrics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** OpenAPI description as JSON */
        readonly get: operations["getContract"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/docs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** API documentation as a web page */
        readonly get: operations["getDocumentation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/docs/style.css": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Stylesheet of the documentation page */
        readonly get: operations["getDocumentationStyle"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @example examples */
        readonly Namespace: string;
        /** @example hello */
        readonly FlowId: string;
        /** @example pushed */
        readonly TriggerId: string;
        readonly Revision: number;
        /**
         * Format: binary
         * @description The definition of a flow in YAML
         */
        readonly FlowText: string | Uint8Array;
        readonly FlowValidation: {
            readonly valid: boolean;
            readonly errors: components["schemas"]["Problems"];
            readonly warnings: components["schemas"]["Problems"];
        };
        readonly Problems: readonly components["schemas"]["Problem"][];
        /** @description Something wrong with a document; lines and columns count from 1 and are absent for JSON. */
        readonly Problem: {
            /** @example unknown-property */
            readonly code: string;
            /** @enum {string} */
            readonly severity: "error" | "warning";
            readonly message: string;
            /**
             * @description A JSON Pointer into the document
             * @example /tasks/0/type
             */
            readonly path: string;
            readonly line?: number;
            readonly column?: number;
            readonly endLine?: number;
            readonly endColumn?: number;
        };
        readonly FlowSummary: {
            readonly namespace: components["schemas"]["Namespace"];
            readonly id: components["schemas"]["FlowId"];
            readonly revision: components["schemas"]["Revision"];
            readonly description?: string;
            readonly labels: {
                readonly [key: string]: string;
            };
            readonly createdAt: components["schemas"]["Time"];
            /** @description Who created the flow */
            readonly createdBy: string;
            readonly updatedAt: components["schemas"]["Time"];
            /** @description Who made the revision */
            readonly updatedBy: string;
            readonly deleted: boolean;
            readonly deletedAt?: components["schemas"]["Time"];
            readonly deletedBy?: string;
        };
        /**
         * @description ISO 8601 in UTC
         * @example 2026-01-02T03:04:05.678Z
         */
        readonly Time: string;
        readonly Flow: components["schemas"]["FlowSummary"] & {
            /** @description The document as plain JSON; `****` stands for a default or prefill of a SECRET in plain text */
            readonly definition: JsonObject;
            /** @description The document as it was sent */
            readonly source: string;
            /** @description What it was sent as */
            readonly mediaType: string;
            readonly warnings: components["schemas"]["Problems"];
        };
        readonly FlowPage: {
            readonly flows: readonly components["schemas"]["FlowSummary"][];
            /** @description Asks for the next page; absent on the last one */
            readonly nextCursor?: string;
        };
        readonly RevisionEntry: {
            readonly revision: components["schemas"]["Revision"];
            readonly createdAt: components["schemas"]["Time"];
            readonly createdBy: string;
            readonly mediaType: string;
            /** @description Bytes of the source */
            readonly size: number;
            /** @description Of the source */
            readonly sha256: string;
            readonly restoredFrom?: components["schemas"]["Revision"];
        };
        readonly InputSchema: {
            /** @enum {string} */
            readonly type: "object";
            readonly properties: JsonObject;
            readonly required: readonly string[];
        };
        readonly InputValidation: {
            readonly valid: boolean;
            readonly errors: readonly {
                readonly input_id: string;
                readonly message: string;
                /** @description The value that was sent; `****` for a SECRET, and for an unknown id where the flow has a SECRET */
                readonly provided_value: JsonValue;
            }[];
        };
        readonly SubflowValidation: {
            readonly valid: boolean;
            readonly errors: components["schemas"]["Problems"];
            readonly warnings: components["schemas"]["Problems"];
            /** @description The calls of the flow itself, those of disabled tasks left out */
            readonly subflows: readonly {
                readonly task_id: string;
                readonly namespace: string;
                readonly flow_id: string;
                /** @description The revision that would run */
                readonly revision?: number;
                /** @description Absent for a hidden flow */
                readonly exists?: boolean;
                /** @description Whether nothing is wrong with the call or below it; absent for a hidden flow */
                readonly valid?: boolean;
                /** @description Present where you may neither read nor execute in the namespace; the call was not checked */
                readonly hidden?: boolean;
            }[];
        };
        readonly FlowKey: {
            readonly namespace: string;
            readonly id: string;
        };
        readonly Dependencies: {
            readonly namespace: string;
            readonly id: string;
            /** @description The flows that this one calls itself */
            readonly calls: readonly components["schemas"]["FlowKey"][];
            /** @description The flows that call this one themselves */
            readonly calledBy: readonly components["schemas"]["FlowKey"][];
            /** @description This flow, and every flow that is reached from it in one direction */
            readonly nodes: readonly (components["schemas"]["FlowKey"] & {
                readonly exists: boolean;
                /** @description The latest revision */
                readonly revision?: number;
            })[];
            readonly edges: readonly {
                readonly from: components["schemas"]["FlowKey"];
                readonly to: components["schemas"]["FlowKey"];
            }[];
            /** @description Whether the graph is larger than an answer holds */
            readonly truncated: boolean;
        };
        readonly Convertibility: {
            readonly convertible: boolean;
            readonly totalTasks: number;
            readonly validTasks: number;
            readonly unsupportedTasks: readonly {
                readonly task_id: string;
                readonly type: string;
                readonly reason: string;
            }[];
            readonly warnings: components["schemas"]["Problems"];
        };
        readonly TaskType: {
            /** @example dev.vendor.plugin.core.shell.Shell */
            readonly type: string;
            readonly aliases: readonly string[];
            readonly title: string;
            /** @description Markdown */
            readonly description: string;
            /** @description The JSON Schema of the type's own properties */
            readonly schema: JsonObject;
            readonly examples: readonly {
                readonly title: string;
                readonly yaml: string;
            }[];
        };
        readonly RunRequest: {
            /** @description Input id to value; null stands for a value that is not given. */
            readonly inputs?: JsonObject;
            readonly revision?: components["schemas"]["Revision"];
            /** @description Labels of the execution, besides those of the flow; a name has a character and no `:` */
            readonly labels?: {
                readonly [key: string]: string;
            };
        };
        readonly Upload: {
            readonly input_id: string;
            /**
             * @description The value of the input
             * @example file:Qm9iIHdhcyBoZXJlIHRvbyAuLi4
             */
            readonly reference: string;
            /** @description As it was sent, without folders */
            readonly filename: string;
            /** @description In bytes */
            readonly size: number;
            readonly sha256: string;
            readonly expiresAt: components["schemas"]["Time"];
        };
        /** @example 01JD8Z3K5V6W7X8Y9Z0A1B2C3D */
        readonly ExecutionId: string;
        /**
         * @description CREATED until Jenkins has it in its queue (QUEUED) and runs it (RUNNING); the others are final, WARNING stands for failures that the flow allows.
         * @enum {string}
         */
        readonly ExecutionState: "CREATED" | "QUEUED" | "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "KILLED";
        /**
         * Format: date-time
         * @example 2026-01-02T03:04:05Z
         */
        readonly QueryTime: string;
        readonly AuditEntry: {
            /** @description Sorts by time */
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            /** @description The user */
            readonly actor: string;
            /**
             * @description The operation of this contract, or `purgeFlow`
             * @example runFlow
             */
            readonly action: string;
            /**
             * @description `denied` for want of a right; after `failed` nobody knows whether something was changed.
             * @enum {string}
             */
            readonly outcome: "done" | "refused" | "denied" | "failed";
            /** @description Of the answer */
            readonly status: number;
            /**
             * @description Of the refusal
             * @example flow-exists
             */
            readonly code?: string;
            readonly namespace?: string;
            readonly flowId?: string;
            /** @description The one that was made, or that was asked for */
            readonly revision?: number;
            readonly executionId?: string;
            readonly triggerId?: string;
            /** @description As in `X-Request-Id` and in the log of Flowgate */
            readonly requestId: string;
            /** @description The client's */
            readonly address?: string;
        };
        readonly Trigger: {
            readonly id: components["schemas"]["TriggerId"];
            /** @enum {string} */
            readonly type: "schedule" | "webhook";
            readonly disabled: boolean;
            /** @description Of a schedule */
            readonly cron?: string;
            /** @description Of a schedule; UTC where it names none */
            readonly timezone?: string;
            /**
             * @description When a schedule is due next; absent while it, or the flow, is disabled
             * @example 2026-01-02T03:00:00.000Z
             */
            readonly nextAt?: string;
            /** @description How many of its executions are CREATED or QUEUED. While a schedule has 10, its ticks are skipped; while a webhook has 100, its calls are rejected */
            readonly pending?: number;
            /**
             * @description The latest tick of a schedule that was skipped within 30 days
             * @example 2026-01-02T03:00:00.000Z
             */
            readonly lastSkippedAt?: string;
            /**
             * @description Why it was skipped
             * @example The condition did not hold: inputs.branch == "main"
             */
            readonly lastSkippedReason?: string;
            /**
             * @description What calls a webhook
             * @example /hooks/examples/hello/pushed
             */
            readonly path?: string;
            /** @description Whether a webhook has a key; without one every call is refused */
            readonly hasKey?: boolean;
            readonly keyCreatedAt?: components["schemas"]["Time"];
            readonly keyCreatedBy?: string;
        };
        readonly Execution: {
            readonly id: components["schemas"]["ExecutionId"];
            readonly namespace: components["schemas"]["Namespace"];
            readonly flowId: components["schemas"]["FlowId"];
            readonly revision?: components["schemas"]["Revision"];
            /** @description The revisions of the flows that run as part of it */
            readonly subflows: readonly {
                readonly namespace: components["schemas"]["Namespace"];
                readonly id: components["schemas"]["FlowId"];
                readonly revision: components["schemas"]["Revision"];
            }[];
            /** @description The definition that it runs; of a single execution only */
            readonly source?: string;
            readonly state: components["schemas"]["ExecutionState"];
            readonly history: readonly {
                readonly state: components["schemas"]["ExecutionState"];
                readonly at: components["schemas"]["Time"];
            }[];
            readonly createdAt: components["schemas"]["Time"];
            readonly startedAt?: components["schemas"]["Time"];
            readonly endedAt?: components["schemas"]["Time"];
            /** @description Who asked for it; `schedule:<id>` or `webhook:<id>` for a trigger, `jenkins:<user>` for a build that was started by hand */
            readonly actor: string;
            readonly labels: {
                readonly [key: string]: string;
            };
            /** @description The value of each input that has one; secrets are masked, a file is `{filename, size, sha256}` */
            readonly inputs: JsonObject;
            /** @description What checks of the flow have to say that do not hold */
            readonly messages: readonly {
                readonly message: string;
                /** @enum {string} */
                readonly style: "ERROR" | "WARNING" | "INFO" | "SUCCESS";
            }[];
            /** @description Why it did not succeed */
            readonly reason?: string;
            /** @description What holds it up at the moment */
            readonly trouble?: string;
            /**
             * Format: date-time
             * @description Since when it does
             */
            readonly troubleSince?: string;
            /** @description Whether it waits for another execution of the flow to end */
            readonly waiting: boolean;
            /** @description How often Jenkins was asked for a build */
            readonly attempts: number;
            readonly replayOf?: components["schemas"]["ExecutionId"];
            /** @description The trigger that started it */
            readonly trigger?: {
                readonly id: components["schemas"]["TriggerId"];
                /** @enum {string} */
                readonly type: "schedule" | "webhook";
            };
            readonly stop?: {
                readonly by: string;
                readonly at: components["schemas"]["Time"];
                /** @description When its build was seen to have begun to stop; its final tasks run from then on */
                readonly stoppingAt?: components["schemas"]["Time"];
            };
            readonly build?: {
                readonly number: number;
                readonly url: string;
            };
            /** @description The tasks that have begun, in this order; of a single execution only */
            readonly tasks?: readonly {
                /** @description The id of the task; below subflows with theirs in front, `build/image` */
                readonly path: string;
                /** @enum {string} */
                readonly state: "RUNNING" | "SUCCESS" | "FAILED" | "SKIPPED" | "KILLED";
                readonly startedAt: components["schemas"]["Time"];
                readonly endedAt?: components["schemas"]["Time"];
            }[];
            readonly outputs?: JsonObject;
            /** @description Whether flows run as part of it in namespaces in which you may neither read nor execute. Their names and revisions, their tasks and what they print are left out then, and the reason of a build that failed. */
            readonly partial: boolean;
        };
        readonly ImportReport: {
            readonly dryRun: boolean;
            readonly flows: readonly {
                /** @description Which document of the stream */
                readonly document: number;
                readonly namespace?: string;
                readonly id?: string;
                /** @enum {string} */
                readonly outcome: "created" | "updated" | "unchanged" | "refused";
                readonly revision?: components["schemas"]["Revision"];
                /** @description Why it was refused */
                readonly reason?: string;
                readonly errors?: components["schemas"]["Problems"];
                readonly warnings?: components["schemas"]["Problems"];
                /** @description How many more problems there are; an answer holds at most 5 */
                readonly omittedProblems?: number;
            }[];
        };
        /** @description An RFC 9457 problem; some types have further members. */
        readonly ProblemDetails: {
            /** @example urn:flowgate:problem:flow-not-found */
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            /** @description The path of the request */
            readonly instance: string;
            /** @description Each single fault; problems of a flow, or faults of the request */
            readonly errors?: readonly JsonObject[];
        };
    };
    responses: {
        /** @description Why the request was not served */
        readonly Problem: {
            headers: {
                /** @description After how many seconds to ask again: with 429, and with 503 where it helps (`too-busy`, `store-unavailable`, `identity-unavailable`) */
                readonly "Retry-After"?: string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `too-many-pending`: as many executions of the flow, or of the webhook, are CREATED or QUEUED as may be (`limit`). `rate-limited`: too many requests came from this address. */
        readonly TooManyRequests: {
            headers: {
                /** @description After how many seconds to ask again */
                readonly "Retry-After"?: string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `body-too-large`: a file has more than `limit` bytes, which no file may have, or the texts of the form have. `upload-quota-exceeded`: with it, the caller's uploads would have more than `limit` bytes; `used` of them are kept or on their way. Each is kept for a day at least, and until no execution needs it. */
        readonly UploadTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `insufficient-storage`: the disk is nearly full, or the memory of Redis; or all uploads together are at their limit. Reading, deleting and stopping still work. */
        readonly InsufficientStorage: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description The flow */
        readonly Flow: {
            headers: {
                readonly ETag: components["headers"]["ETag"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Flow"];
            };
        };
        /** @description The execution */
        readonly Execution: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Execution"];
            };
        };
        /** @description The execution as it is now */
        readonly AcceptedExecution: {
            headers: {
                /** @description The path of the execution */
                readonly Location?: string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Execution"];
            };
        };
        /** @description A page of flows */
        readonly FlowPage: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["FlowPage"];
            };
        };
        /** @description The Jenkinsfile as text, or with its warnings for `Accept: application/json` */
        readonly Jenkinsfile: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "text/plain": string;
                readonly "application/json": {
                    readonly jenkinsfile: string;
                    readonly warnings: components["schemas"]["Problems"];
                };
            };
        };
        /** @description It is */
        readonly Status: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    readonly status: string;
                    readonly version: string;
                    readonly checks?: {
                        readonly [key: string]: string;
                    };
                };
            };
        };
    };
    parameters: {
        readonly Namespace: components["schemas"]["Namespace"];
        readonly FlowId: components["schemas"]["FlowId"];
        /** @description The latest revision when absent. */
        readonly Revision: components["schemas"]["Revision"];
        /** @description The ETag of the revision that is to be changed; refused with 412 when it is no longer the latest one. */
        readonly IfMatch: string;
        readonly ExecutionId: components["schemas"]["ExecutionId"];
        readonly TriggerId: components["schemas"]["TriggerId"];
        /** @description The same key and request within 24 hours stand for the same execution; another request is refused with 409. */
        readonly IdempotencyKey: string;
        /** @description The beginning of an id or of a namespace. */
        readonly Prefix: string;
        /** @description A label as `name:value`; given several times, all must be there. */
        readonly Label: readonly string[];
        /** @description The order; a minus turns it round. */
        readonly Sort: "namespace" | "-namespace" | "id" | "-id" | "updated" | "-updated";
        /** @description Lists the deleted flows instead of the others. */
        readonly Deleted: boolean;
        /** @description How many entries a page holds at most. */
        readonly Limit: number;
        /** @description The `nextCursor` of the page before. */
        readonly Cursor: string;
    };
    requestBodies: {
        /** @description The definition of a flow in YAML or in JSON, encoded as UTF-8 */
        readonly Flow: {
            readonly content: {
                /**
                 * @example id: hello
                 *     namespace: examples
                 *     description: Greets someone.
                 *     inputs:
                 *       - {id: user_name, type: STRING, defaults: World}
                 *     tasks:
                 *       - id: greet
                 *         type: dev.vendor.plugin.core.shell.Shell
                 *         commands: ['echo "Hello {{ inputs.user_name }}"']
                 */
                readonly "application/x-yaml": components["schemas"]["FlowText"];
                readonly "application/yaml": components["schemas"]["FlowText"];
                readonly "text/yaml": components["schemas"]["FlowText"];
                readonly "application/json": JsonObject;
            };
        };
        /** @description The definition of a flow in YAML or in JSON, encoded as UTF-8. An empty body is an empty document. */
        readonly AnyFlow: {
            readonly content: {
                /**
                 * @example id: hello
                 *     namespace: examples
                 *     description: Greets someone.
                 *     inputs:
                 *       - {id: user_name, type: STRING, defaults: World}
                 *     tasks:
                 *       - id: greet
                 *         type: dev.vendor.plugin.core.shell.Shell
                 *         commands: ['echo "Hello {{ inputs.user_name }}"']
                 */
                readonly "application/x-yaml": components["schemas"]["FlowText"];
                readonly "application/yaml": components["schemas"]["FlowText"];
                readonly "text/yaml": components["schemas"]["FlowText"];
                readonly "application/json": JsonObject;
            };
        };
    };
    headers: {
        /** @description The revision number in quotes, for If-Match and If-None-Match */
        readonly ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly validateFlow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: components["requestBodies"]["AnyFlow"];
        readonly responses: {
            /** @description What is wrong with the flow, in document order */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FlowValidation"];
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listFlows: {
        readonly parameters: {
            readonly query?: {
                readonly namespace?: components["schemas"]["Namespace"];
                /** @description The beginning of an id or of a namespace. */
                readonly q?: components["parameters"]["Prefix"];
                /** @description A label as `name:value`; given several times, all must be there. */
                readonly label?: components["parameters"]["Label"];
                /** @description The order; a minus turns it round. */
                readonly sort?: components["parameters"]["Sort"];
                /** @description Lists the deleted flows instead of the others. */
                readonly deleted?: components["parameters"]["Deleted"];
                /** @description How many entries a page holds at most. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["FlowPage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly createFlow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: components["requestBodies"]["Flow"];
        readonly responses: {
            /** @description The flow, with its warnings */
            readonly 201: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    /** @description The path of the flow */
                    readonly Location?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Flow"];
                };
            };
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listNamespaceFlows: {
        readonly parameters: {
            readonly query?: {
                /** @description The beginning of an id or of a namespace. */
                readonly q?: components["parameters"]["Prefix"];
                /** @description A label as `name:value`; given several times, all must be there. */
                readonly label?: components["parameters"]["Label"];
                /** @description The order; a minus turns it round. */
                readonly sort?: components["parameters"]["Sort"];
                /** @description Lists the deleted flows instead of the others. */
                readonly deleted?: components["parameters"]["Deleted"];
                /** @description How many entries a page holds at most. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["FlowPage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getFlow: {
        readonly parameters: {
            readonly query?: {
                /** @description The latest revision when absent. */
                readonly revision?: components["parameters"]["Revision"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The latest revision, or the one asked for */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Flow"];
                    readonly "application/x-yaml": components["schemas"]["FlowText"];
                    readonly "application/yaml": components["schemas"]["FlowText"];
                    readonly "text/yaml": components["schemas"]["FlowText"];
                };
            };
            /** @description The revision is the one that If-None-Match names */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly updateFlow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the revision that is to be changed; refused with 412 when it is no longer the latest one. */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: components["requestBodies"]["Flow"];
        readonly responses: {
            readonly 200: components["responses"]["Flow"];
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly deleteFlow: {
        readonly parameters: {
            readonly query?: {
                /** @description Removes the flow with its whole history and frees its id. */
                readonly purge?: boolean;
            };
            readonly header?: {
                /** @description The ETag of the revision that is to be changed; refused with 412 when it is no longer the latest one. */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is deleted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listRevisions: {
        readonly parameters: {
            readonly query?: {
                /** @description How many entries a page holds at most. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Lists the revisions below this one. */
                readonly before?: components["schemas"]["Revision"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Who made which revision, and when */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly revisions: readonly components["schemas"]["RevisionEntry"][];
                    };
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly diffRevisions: {
        readonly parameters: {
            readonly query?: {
                /** @description The older revision; the one before `to` when absent. */
                readonly from?: components["schemas"]["Revision"];
                /** @description The newer revision; the latest one when absent. */
                readonly to?: components["schemas"]["Revision"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The difference; empty when the sources are equal */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/x-diff": string;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly restoreRevision: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the revision that is to be changed; refused with 412 when it is no longer the latest one. */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
                /** @description The revision whose source becomes the latest one. */
                readonly revision: components["schemas"]["Revision"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Flow"];
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getInputSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description The latest revision when absent. */
                readonly revision?: components["parameters"]["Revision"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A JSON Schema (draft 2020-12) */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InputSchema"];
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly validateInputs: {
        readonly parameters: {
            readonly query?: {
                /** @description The latest revision when absent. */
                readonly revision?: components["parameters"]["Revision"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "inputs": {
                 *         "user_name": "Ada"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /** @description Input id to value; null stands for a value that is not given. */
                    readonly inputs: JsonObject;
                };
            };
        };
        readonly responses: {
            /** @description Every violation, in the order of the inputs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InputValidation"];
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly validateSubflows: {
        readonly parameters: {
            readonly query?: {
                /** @description The latest revision when absent. */
                readonly revision?: components["parameters"]["Revision"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The verdict */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubflowValidation"];
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getDependencies: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The graph around the flow */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dependencies"];
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getJenkinsfile: {
        readonly parameters: {
            readonly query?: {
                /** @description The latest revision when absent. */
                readonly revision?: components["parameters"]["Revision"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Jenkinsfile"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly convertToJenkins: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: components["requestBodies"]["Flow"];
        readonly responses: {
            readonly 200: components["responses"]["Jenkinsfile"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly checkConversion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: components["requestBodies"]["Flow"];
        readonly responses: {
            /** @description The verdict, also for a document that cannot be parsed */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Convertibility"];
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listTaskTypes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All task types, by name */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly plugins: readonly components["schemas"]["TaskType"][];
                    };
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getTaskType: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The full name of a task type, or one of its aliases. */
                readonly type: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The task type */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskType"];
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getFlowSchema: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A JSON Schema (draft 2020-12) */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": JsonObject;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly exportFlows: {
        readonly parameters: {
            readonly query?: {
                readonly namespace?: components["schemas"]["Namespace"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One YAML document for each flow */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-yaml": components["schemas"]["FlowText"];
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly importFlows: {
        readonly parameters: {
            readonly query?: {
                /** @description Says what would happen, and does nothing. */
                readonly dryRun?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-yaml": components["schemas"]["FlowText"];
                readonly "application/yaml": components["schemas"]["FlowText"];
                readonly "text/yaml": components["schemas"]["FlowText"];
            };
        };
        readonly responses: {
            /** @description What became of each document, in their order */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportReport"];
                };
            };
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly pushFlow: {
        readonly parameters: {
            readonly query?: {
                /** @description The latest revision when absent. */
                readonly revision?: components["parameters"]["Revision"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Where people find the job */
                        readonly url: string;
                        /** @enum {string} */
                        readonly change: "created" | "updated" | "unchanged";
                        readonly revision: components["schemas"]["Revision"];
                    };
                };
            };
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly runFlow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key and request within 24 hours stand for the same execution; another request is refused with 409. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "inputs": {
                 *         "user_name": "Ada"
                 *       },
                 *       "labels": {
                 *         "reason": "nightly"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["RunRequest"];
                /**
                 * @example {
                 *       "dataset": "a file",
                 *       "count": "3",
                 *       "labels": "{\"reason\": \"nightly\"}"
                 *     }
                 */
                readonly "multipart/form-data": {
                    /** @description Further values as JSON, `{"count": 3}` */
                    readonly inputs?: string;
                    /** @description Labels of the execution as JSON, `{"reason": "nightly"}` */
                    readonly labels?: string;
                    /** @description The latest one when absent */
                    readonly revision?: string;
                } & {
                    readonly [key: string]: string | Uint8Array;
                };
            };
        };
        readonly responses: {
            readonly 202: components["responses"]["AcceptedExecution"];
            readonly 413: components["responses"]["UploadTooLarge"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly uploadFiles: {
        readonly parameters: {
            readonly query?: {
                /** @description The latest revision when absent. */
                readonly revision?: components["parameters"]["Revision"];
            };
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataset": "a file"
                 *     }
                 */
                readonly "multipart/form-data": {
                    readonly [key: string]: string | Uint8Array;
                };
            };
        };
        readonly responses: {
            /** @description The files, in the order in which they came */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly files: readonly components["schemas"]["Upload"][];
                    };
                };
            };
            readonly 413: components["responses"]["UploadTooLarge"];
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly downloadFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
                readonly input_id: string;
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Its bytes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string | Uint8Array;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listExecutions: {
        readonly parameters: {
            readonly query?: {
                readonly namespace?: components["schemas"]["Namespace"];
                readonly flow_id?: components["schemas"]["FlowId"];
                /** @description Given several times, any of them. */
                readonly state?: readonly components["schemas"]["ExecutionState"][];
                /** @description A label as `name:value`; given several times, all must be there. */
                readonly label?: components["parameters"]["Label"];
                /** @description Lists those accepted at this time or later. */
                readonly from?: components["schemas"]["QueryTime"];
                /** @description Lists those accepted before this time. */
                readonly to?: components["schemas"]["QueryTime"];
                /** @description How many entries a page holds at most. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of executions, without their tasks */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly executions: readonly components["schemas"]["Execution"][];
                        /** @description Asks for the next page; absent on the last one */
                        readonly nextCursor?: string;
                    };
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getExecution: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Execution"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly stopExecution: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: components["responses"]["AcceptedExecution"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly replayExecution: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key and request within 24 hours stand for the same execution; another request is refused with 409. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RunRequest"];
            };
        };
        readonly responses: {
            readonly 202: components["responses"]["AcceptedExecution"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getOutputs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Output id to value, typed as the flow declares it; empty until the execution has ended */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": JsonObject;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getLogs: {
        readonly parameters: {
            readonly query?: {
                /** @description Sends server-sent events to the end of the execution; `?follow` alone is enough. */
                readonly follow?: "" | "true" | "false";
                /** @description Only what this task has printed: its id, below subflows `build/image`. */
                readonly task?: string;
            };
            readonly header?: {
                /** @description The id of the last event that was received, as it came; the next one follows. Another value is answered with 400. */
                readonly "Last-Event-ID"?: string;
                /** @description A part of the whole log as text, `bytes=1000-1999`, `bytes=1000-` or `bytes=-1000`. Its ends move behind the character in which they lie; `Content-Range` tells where they are. */
                readonly Range?: string;
            };
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The log */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                    readonly "text/event-stream": string;
                };
            };
            /** @description The part that was asked for */
            readonly 206: {
                headers: {
                    /** @description Its first and its last byte, and the size of the log so far: `bytes 1000-1999/48213`. */
                    readonly "Content-Range"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listArtifacts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Their paths */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly artifacts: readonly {
                            readonly path: string;
                        }[];
                    };
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getArtifact: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly execution_id: components["parameters"]["ExecutionId"];
                /** @description One of the paths that the list gives, with its slashes. Others are not found, nor are those with `*`, `?` or a backslash, which Jenkins would read as patterns. */
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Its bytes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string | Uint8Array;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listTriggers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The triggers of the latest revision */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly triggers: readonly components["schemas"]["Trigger"][];
                    };
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly makeTriggerKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
                readonly trigger_id: components["parameters"]["TriggerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /**
                         * @description 32 random bytes as base64url
                         * @example 3q2-7wV1cN0yJ8mB5hT6xZkLrQeUoSdGaWfPiYtRvXs
                         */
                        readonly key: string;
                        /**
                         * @description The key for senders of Standard Webhooks
                         * @example whsec_3q2+7wV1cN0yJ8mB5hT6xZkLrQeUoSdGaWfPiYtRvXs=
                         */
                        readonly signingSecret: string;
                        /**
                         * @description What is to be called
                         * @example /hooks/examples/hello/pushed
                         */
                        readonly path: string;
                        readonly createdAt: components["schemas"]["Time"];
                        readonly createdBy: string;
                    };
                };
            };
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly revokeTriggerKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly namespace: components["parameters"]["Namespace"];
                readonly flow_id: components["parameters"]["FlowId"];
                readonly trigger_id: components["parameters"]["TriggerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Whatever key there was is refused from now on */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly callHook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The key. */
                readonly "X-Flowgate-Key"?: string;
                /** @description The key, as GitLab sends it. */
                readonly "X-Gitlab-Token"?: string;
                /** @description `sha256=` and the HMAC-SHA256 of the body under the key in hexadecimal, as GitHub sends it. */
                readonly "X-Hub-Signature-256"?: string;
                /** @description As Standard Webhooks says: `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the signing secret in base64; several with blanks between them, one of which must be right. */
                readonly "webhook-signature"?: string;
                /** @description Seconds since 1970; required with `webhook-signature`, and at most 5 minutes off. */
                readonly "webhook-timestamp"?: string;
                /** @description Required with `webhook-signature`, and like an Idempotency-Key then, in place of all others. */
                readonly "webhook-id"?: string;
                /** @description Like an Idempotency-Key. */
                readonly "X-GitHub-Delivery"?: string;
                /** @description Together with the body, like an Idempotency-Key. */
                readonly "X-Gitlab-Event-UUID"?: string;
                /** @description The same key and request within 24 hours stand for the same execution; another request is refused with 409. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                readonly namespace: string;
                readonly flow_id: string;
                readonly trigger_id: string;
            };
            readonly cookie?: never;
        };
        /** @description An object or a list; nothing stands for an empty object. A form has it as JSON in `payload`. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "ref": "refs/heads/main"
                 *     }
                 */
                readonly "application/json": unknown;
                readonly "application/x-www-form-urlencoded": unknown;
            };
        };
        readonly responses: {
            /** @description A condition of the webhook does not hold; nothing was started */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "execution": null,
                     *       "reason": "The condition \"trigger.body.deleted == false\" does not hold."
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Always null */
                        readonly execution: JsonObject | null;
                        readonly reason: string;
                    };
                };
            };
            readonly 202: components["responses"]["AcceptedExecution"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 507: components["responses"]["InsufficientStorage"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getAudit: {
        readonly parameters: {
            readonly query?: {
                readonly namespace?: components["schemas"]["Namespace"];
                readonly actor?: string;
                /** @description An operation of this contract, or `purgeFlow`. */
                readonly action?: string;
                /** @description Lists what was done at this time or later. */
                readonly from?: components["schemas"]["QueryTime"];
                /** @description Lists what was done before this time. */
                readonly to?: components["schemas"]["QueryTime"];
                /** @description How many entries a page holds at most. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of entries */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly entries: readonly components["schemas"]["AuditEntry"][];
                        /** @description Asks for the next page; absent on the last one */
                        readonly nextCursor?: string;
                    };
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Status"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Status"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getMetrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The text format of Prometheus */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getContract: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description An OpenAPI document */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": JsonObject;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getDocumentation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page that needs no script and no other host */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getDocumentationStyle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A stylesheet */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/css": string;
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
}
