// Generated from openapi.yaml by `npm run docs`; do not edit.
import type { JsonObject, JsonValue } from "../problem/json-value.ts";
export interface paths {
    "/flows/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a flow
         * @description Answers 200 for every document, also for one that cannot be parsed and for an empty body.
         */
        post: operations["validateFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List flows */
        get: operations["listFlows"];
        put?: never;
        /**
         * Create a flow
         * @description Its first revision is 1.
         */
        post: operations["createFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
            };
            cookie?: never;
        };
        /** List the flows of a namespace */
        get: operations["listNamespaceFlows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /**
         * Get a flow
         * @description As JSON, or as its source, byte for byte as it was sent, for `Accept: application/x-yaml`. A deleted flow is there only for those who name a revision.
         */
        get: operations["getFlow"];
        /**
         * Update a flow
         * @description Always makes a new revision, also with the same source. Send `If-Match` so that a retry does not make another one.
         */
        put: operations["updateFlow"];
        post?: never;
        /**
         * Delete a flow
         * @description Its history stays readable and it can be restored, unless it is purged.
         */
        delete: operations["deleteFlow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /**
         * List the revisions of a flow
         * @description The newest first.
         */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /** Compare two revisions as a unified diff */
        get: operations["diffRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/revisions/{revision}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
                /** @description The revision whose source becomes the latest one. */
                revision: components["schemas"]["Revision"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a revision
         * @description Makes a new revision with the source of an earlier one. A deleted flow comes back with it.
         */
        post: operations["restoreRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /** Get the JSON Schema of a flow's inputs */
        get: operations["getInputSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/validate-inputs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Validate input values */
        post: operations["validateInputs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/validate-subflows": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate the subflow calls of a flow
         * @description Whether each flow that is called exists, its inputs and outputs fit, and there is no cycle, as things stand now. A flow that does not exist yet is a warning; so is one in a namespace in which you may neither read nor execute, of which only the name is told.
         */
        post: operations["validateSubflows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/dependencies": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /**
         * Get the dependencies of a flow
         * @description The flows that it calls and those that call it, by their latest revisions; calls of disabled tasks are included, deleted flows call none.
         */
        get: operations["getDependencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/jenkinsfile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /**
         * Get the Jenkinsfile of a stored flow
         * @description It holds every flow that is called, so you need `execute` or `read` in the namespaces of all of them; 403 otherwise.
         */
        get: operations["getJenkinsfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transpiler/convert/jenkins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Convert a flow to a Jenkinsfile */
        post: operations["convertToJenkins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transpiler/convert/jenkins/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a flow can be converted */
        post: operations["checkConversion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transpiler/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List task types */
        get: operations["listTaskTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transpiler/plugins/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The full name of a task type, or one of its aliases. */
                type: string;
            };
            cookie?: never;
        };
        /**
         * Get a task type
         * @description Its properties as a JSON Schema, its documentation and examples.
         */
        get: operations["getTaskType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schemas/flow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the JSON Schema of flow documents
         * @description For editors that complete and check YAML; with the task types of this installation.
         */
        get: operations["getFlowSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export flows
         * @description The latest sources of all flows that the caller may read, as one YAML stream.
         */
        get: operations["exportFlows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import flows
         * @description Creates and updates flows from one YAML stream. Each document is a flow; one that is refused does not hold up the others.
         */
        post: operations["importFlows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/push": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Push the job of a flow to Jenkins without running it */
        post: operations["pushFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a flow
         * @description Answers at once; the execution is triggered in the background. Values that do not fit are answered with 422 and the same `errors` as validate-inputs gives.
         */
        post: operations["runFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload files
         * @description Each part of the form has a filename and is named by the id of a FILE input. Size and extension are checked while a file comes; the first fault ends the upload, with 422 and the same `errors` as validate-inputs gives, or with 413 for more than any file may have, and nothing of it is kept. A reference is the value of a FILE input for 24 hours, for the same user in the same namespace.
         */
        post: operations["uploadFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{execution_id}/{input_id}/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
                input_id: string;
                token: string;
            };
            cookie?: never;
        };
        /**
         * Download a file of an execution to a build node
         * @description Only the build knows the token, and only until the execution ends. Afterwards, as with another token, the answer is 404.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executions
         * @description The newest first.
         */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{execution_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        /** Get an execution */
        get: operations["getExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{execution_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an execution
         * @description Wherever it is, waiting or running. The record tells when it has ended; its final tasks run first. Jenkins can lose a stop: Flowgate sends it again until the build has begun to stop (`stop.stoppingAt`). A second call sends it at once; it never ends the final tasks.
         */
        post: operations["stopExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{execution_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay an execution
         * @description Runs the same revision again. Values that are given replace those of the execution. Secrets that were given must be given again, and its files once they are not kept any more, a day after their upload and after every execution that had them.
         */
        post: operations["replayExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{execution_id}/outputs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        /** Get the outputs of an execution */
        get: operations["getOutputs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{execution_id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        /**
         * Get the log of an execution
         * @description As far as it goes, or with `follow` as it is written: one server-sent event for each line, and at the end an event `end` with the final state. Secrets are masked.
         */
        get: operations["getLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{execution_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        /**
         * List the artifacts of an execution
         * @description They are there for as long as Jenkins keeps the build.
         */
        get: operations["listArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{execution_id}/artifacts/{path}*": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
                /** @description One of the paths that the list gives, with its slashes. Others are not found, nor are those with `*`, `?` or a backslash, which Jenkins would read as patterns. */
                path: string;
            };
            cookie?: never;
        };
        /** Download an artifact */
        get: operations["getArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /** List the triggers of a flow */
        get: operations["listTriggers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
                trigger_id: components["parameters"]["TriggerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the key of a webhook
         * @description The key is shown this once. One that was made before is refused from now on.
         */
        post: operations["makeTriggerKey"];
        /** Revoke the key of a webhook */
        delete: operations["revokeTriggerKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{namespace}/{flow_id}/{trigger_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                flow_id: string;
                trigger_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a flow by its webhook
         * @description For other systems, which need no identity here: they show the key of the webhook, or sign the body or the delivery with it. A wrong key, and a webhook that is not there, are both answered with the same 401.
         */
        post: operations["callHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries
         * @description The newest first: every call of somebody known that changed something or wanted to, and every call that was denied. Entries of namespaces that the caller may not read are left out.
         */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness probe */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness probe */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prometheus metrics */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** OpenAPI description as JSON */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API documentation as a web page */
        get: operations["getDocumentation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/style.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stylesheet of the documentation page */
        get: operations["getDocumentationStyle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @example examples */
        Namespace: string;
        /** @example hello */
        FlowId: string;
        /** @example pushed */
        TriggerId: string;
        Revision: number;
        /**
         * Format: binary
         * @description The definition of a flow in YAML
         */
        FlowText: string | Uint8Array;
        FlowValidation: {
            valid: boolean;
            errors: components["schemas"]["Problems"];
            warnings: components["schemas"]["Problems"];
        };
        Problems: components["schemas"]["Problem"][];
        /** @description Something wrong with a document; lines and columns count from 1 and are absent for JSON. */
        Problem: {
            /** @example unknown-property */
            code: string;
            /** @enum {string} */
            severity: "error" | "warning";
            message: string;
            /**
             * @description A JSON Pointer into the document
             * @example /tasks/0/type
             */
            path: string;
            line?: number;
            column?: number;
            endLine?: number;
            endColumn?: number;
        };
        FlowSummary: {
            namespace: components["schemas"]["Namespace"];
            id: components["schemas"]["FlowId"];
            revision: components["schemas"]["Revision"];
            description?: string;
            labels: {
                [key: string]: string;
            };
            createdAt: components["schemas"]["Time"];
            /** @description Who created the flow */
            createdBy: string;
            updatedAt: components["schemas"]["Time"];
            /** @description Who made the revision */
            updatedBy: string;
            deleted: boolean;
            deletedAt?: components["schemas"]["Time"];
            deletedBy?: string;
        };
        /**
         * @description ISO 8601 in UTC
         * @example 2026-01-02T03:04:05.678Z
         */
        Time: string;
        Flow: components["schemas"]["FlowSummary"] & {
            /** @description The document as plain JSON; `****` stands for a default or prefill of a SECRET in plain text */
            definition: JsonObject;
            /** @description The document as it was sent */
            source: string;
            /** @description What it was sent as */
            mediaType: string;
            warnings: components["schemas"]["Problems"];
        };
        FlowPage: {
            flows: components["schemas"]["FlowSummary"][];
            /** @description Asks for the next page; absent on the last one */
            nextCursor?: string;
        };
        RevisionEntry: {
            revision: components["schemas"]["Revision"];
            createdAt: components["schemas"]["Time"];
            createdBy: string;
            mediaType: string;
            /** @description Bytes of the source */
            size: number;
            /** @description Of the source */
            sha256: string;
            restoredFrom?: components["schemas"]["Revision"];
        };
        InputSchema: {
            /** @enum {string} */
            type: "object";
            properties: JsonObject;
            required: string[];
        };
        InputValidation: {
            valid: boolean;
            errors: {
                input_id: string;
                message: string;
                /** @description The value that was sent; `****` for a SECRET, and for an unknown id where the flow has a SECRET */
                provided_value: JsonValue;
            }[];
        };
        SubflowValidation: {
            valid: boolean;
            errors: components["schemas"]["Problems"];
            warnings: components["schemas"]["Problems"];
            /** @description The calls of the flow itself, those of disabled tasks left out */
            subflows: {
                task_id: string;
                namespace: string;
                flow_id: string;
                /** @description The revision that would run */
                revision?: number;
                /** @description Absent for a hidden flow */
                exists?: boolean;
                /** @description Whether nothing is wrong with the call or below it; absent for a hidden flow */
                valid?: boolean;
                /** @description Present where you may neither read nor execute in the namespace; the call was not checked */
                hidden?: boolean;
            }[];
        };
        FlowKey: {
            namespace: string;
            id: string;
        };
        Dependencies: {
            namespace: string;
            id: string;
            /** @description The flows that this one calls itself */
            calls: components["schemas"]["FlowKey"][];
            /** @description The flows that call this one themselves */
            calledBy: components["schemas"]["FlowKey"][];
            /** @description This flow, and every flow that is reached from it in one direction */
            nodes: (components["schemas"]["FlowKey"] & {
                exists: boolean;
                /** @description The latest revision */
                revision?: number;
            })[];
            edges: {
                from: components["schemas"]["FlowKey"];
                to: components["schemas"]["FlowKey"];
            }[];
            /** @description Whether the graph is larger than an answer holds */
            truncated: boolean;
        };
        Convertibility: {
            convertible: boolean;
            totalTasks: number;
            validTasks: number;
            unsupportedTasks: {
                task_id: string;
                type: string;
                reason: string;
            }[];
            warnings: components["schemas"]["Problems"];
        };
        TaskType: {
            /** @example dev.vendor.plugin.core.shell.Shell */
            type: string;
            aliases: string[];
            title: string;
            /** @description Markdown */
            description: string;
            /** @description The JSON Schema of the type's own properties */
            schema: JsonObject;
            examples: {
                title: string;
                yaml: string;
            }[];
        };
        RunRequest: {
            /** @description Input id to value; null stands for a value that is not given. */
            inputs?: JsonObject;
            revision?: components["schemas"]["Revision"];
            /** @description Labels of the execution, besides those of the flow; a name has a character and no `:` */
            labels?: {
                [key: string]: string;
            };
        };
        Upload: {
            input_id: string;
            /**
             * @description The value of the input
             * @example file:Qm9iIHdhcyBoZXJlIHRvbyAuLi4
             */
            reference: string;
            /** @description As it was sent, without folders */
            filename: string;
            /** @description In bytes */
            size: number;
            sha256: string;
            expiresAt: components["schemas"]["Time"];
        };
        /** @example 01JD8Z3K5V6W7X8Y9Z0A1B2C3D */
        ExecutionId: string;
        /**
         * @description CREATED until Jenkins has it in its queue (QUEUED) and runs it (RUNNING); the others are final, WARNING stands for failures that the flow allows.
         * @enum {string}
         */
        ExecutionState: "CREATED" | "QUEUED" | "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "KILLED";
        /**
         * Format: date-time
         * @example 2026-01-02T03:04:05Z
         */
        QueryTime: string;
        AuditEntry: {
            /** @description Sorts by time */
            id: string;
            /** Format: date-time */
            at: string;
            /** @description The user */
            actor: string;
            /**
             * @description The operation of this contract, or `purgeFlow`
             * @example runFlow
             */
            action: string;
            /**
             * @description `denied` for want of a right; after `failed` nobody knows whether something was changed.
             * @enum {string}
             */
            outcome: "done" | "refused" | "denied" | "failed";
            /** @description Of the answer */
            status: number;
            /**
             * @description Of the refusal
             * @example flow-exists
             */
            code?: string;
            namespace?: string;
            flowId?: string;
            /** @description The one that was made, or that was asked for */
            revision?: number;
            executionId?: string;
            triggerId?: string;
            /** @description As in `X-Request-Id` and in the log of Flowgate */
            requestId: string;
            /** @description The client's */
            address?: string;
        };
        Trigger: {
            id: components["schemas"]["TriggerId"];
            /** @enum {string} */
            type: "schedule" | "webhook";
            disabled: boolean;
            /** @description Of a schedule */
            cron?: string;
            /** @description Of a schedule; UTC where it names none */
            timezone?: string;
            /**
             * @description When a schedule is due next; absent while it, or the flow, is disabled
             * @example 2026-01-02T03:00:00.000Z
             */
            nextAt?: string;
            /** @description How many of its executions are CREATED or QUEUED. While a schedule has 10, its ticks are skipped; while a webhook has 100, its calls are rejected */
            pending?: number;
            /**
             * @description The latest tick of a schedule that was skipped within 30 days
             * @example 2026-01-02T03:00:00.000Z
             */
            lastSkippedAt?: string;
            /**
             * @description Why it was skipped
             * @example The condition did not hold: inputs.branch == "main"
             */
            lastSkippedReason?: string;
            /**
             * @description What calls a webhook
             * @example /hooks/examples/hello/pushed
             */
            path?: string;
            /** @description Whether a webhook has a key; without one every call is refused */
            hasKey?: boolean;
            keyCreatedAt?: components["schemas"]["Time"];
            keyCreatedBy?: string;
        };
        Execution: {
            id: components["schemas"]["ExecutionId"];
            namespace: components["schemas"]["Namespace"];
            flowId: components["schemas"]["FlowId"];
            revision?: components["schemas"]["Revision"];
            /** @description The revisions of the flows that run as part of it */
            subflows: {
                namespace: components["schemas"]["Namespace"];
                id: components["schemas"]["FlowId"];
                revision: components["schemas"]["Revision"];
            }[];
            /** @description The definition that it runs; of a single execution only */
            source?: string;
            state: components["schemas"]["ExecutionState"];
            history: {
                state: components["schemas"]["ExecutionState"];
                at: components["schemas"]["Time"];
            }[];
            createdAt: components["schemas"]["Time"];
            startedAt?: components["schemas"]["Time"];
            endedAt?: components["schemas"]["Time"];
            /** @description Who asked for it; `schedule:<id>` or `webhook:<id>` for a trigger, `jenkins:<user>` for a build that was started by hand */
            actor: string;
            labels: {
                [key: string]: string;
            };
            /** @description The value of each input that has one; secrets are masked, a file is `{filename, size, sha256}` */
            inputs: JsonObject;
            /** @description What checks of the flow have to say that do not hold */
            messages: {
                message: string;
                /** @enum {string} */
                style: "ERROR" | "WARNING" | "INFO" | "SUCCESS";
            }[];
            /** @description Why it did not succeed */
            reason?: string;
            /** @description What holds it up at the moment */
            trouble?: string;
            /**
             * Format: date-time
             * @description Since when it does
             */
            troubleSince?: string;
            /** @description Whether it waits for another execution of the flow to end */
            waiting: boolean;
            /** @description How often Jenkins was asked for a build */
            attempts: number;
            replayOf?: components["schemas"]["ExecutionId"];
            /** @description The trigger that started it */
            trigger?: {
                id: components["schemas"]["TriggerId"];
                /** @enum {string} */
                type: "schedule" | "webhook";
            };
            stop?: {
                by: string;
                at: components["schemas"]["Time"];
                /** @description When its build was seen to have begun to stop; its final tasks run from then on */
                stoppingAt?: components["schemas"]["Time"];
            };
            build?: {
                number: number;
                url: string;
            };
            /** @description The tasks that have begun, in this order; of a single execution only */
            tasks?: {
                /** @description The id of the task; below subflows with theirs in front, `build/image` */
                path: string;
                /** @enum {string} */
                state: "RUNNING" | "SUCCESS" | "FAILED" | "SKIPPED" | "KILLED";
                startedAt: components["schemas"]["Time"];
                endedAt?: components["schemas"]["Time"];
            }[];
            outputs?: JsonObject;
            /** @description Whether flows run as part of it in namespaces in which you may neither read nor execute. Their names and revisions, their tasks and what they print are left out then, and the reason of a build that failed. */
            partial: boolean;
        };
        ImportReport: {
            dryRun: boolean;
            flows: {
                /** @description Which document of the stream */
                document: number;
                namespace?: string;
                id?: string;
                /** @enum {string} */
                outcome: "created" | "updated" | "unchanged" | "refused";
                revision?: components["schemas"]["Revision"];
                /** @description Why it was refused */
                reason?: string;
                errors?: components["schemas"]["Problems"];
                warnings?: components["schemas"]["Problems"];
                /** @description How many more problems there are; an answer holds at most 5,000 and the first error of each document */
                omittedProblems?: number;
            }[];
        };
        /** @description An RFC 9457 problem; some types have further members. */
        ProblemDetails: {
            /** @example urn:flowgate:problem:flow-not-found */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description The path of the request */
            instance: string;
            /** @description Each single fault; problems of a flow, or faults of the request */
            errors?: JsonObject[];
        };
    };
    responses: {
        /** @description Why the request was not served */
        Problem: {
            headers: {
                /** @description After how many seconds to ask again: with 429, and with 503 where it helps (`too-busy`, `store-unavailable`, `identity-unavailable`) */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `too-many-pending`: as many executions of the flow, or of the webhook, are CREATED or QUEUED as may be (`limit`). `rate-limited`: too many requests came from this address. */
        TooManyRequests: {
            headers: {
                /** @description After how many seconds to ask again */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `body-too-large`: a file has more than `limit` bytes, which no file may have, or the texts of the form have. `upload-quota-exceeded`: with it, the caller's uploads would have more than `limit` bytes; `used` of them are kept or on their way. Each is kept for a day at least, and until no execution needs it. */
        UploadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `insufficient-storage`: the disk is nearly full, or the memory of Redis; or all uploads together are at their limit. Reading, deleting and stopping still work. */
        InsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description The flow */
        Flow: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Flow"];
            };
        };
        /** @description The execution */
        Execution: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Execution"];
            };
        };
        /** @description The execution as it is now */
        AcceptedExecution: {
            headers: {
                /** @description The path of the execution */
                Location?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Execution"];
            };
        };
        /** @description A page of flows */
        FlowPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlowPage"];
            };
        };
        /** @description The Jenkinsfile as text, or with its warnings for `Accept: application/json` */
        Jenkinsfile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
                "application/json": {
                    jenkinsfile: string;
                    warnings: components["schemas"]["Problems"];
                };
            };
        };
        /** @description It is */
        Status: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    status: string;
                    version: string;
                    checks?: {
                        [key: string]: string;
                    };
                };
            };
        };
    };
    parameters: {
        Namespace: components["schemas"]["Namespace"];
        FlowId: components["schemas"]["FlowId"];
        /** @description The latest revision when absent. */
        Revision: components["schemas"]["Revision"];
        /** @description The ETag of the revision that is to be changed; refused with 412 when it is no longer the latest one. */
        IfMatch: string;
        ExecutionId: components["schemas"]["ExecutionId"];
        TriggerId: components["schemas"]["TriggerId"];
        /** @description The same key and request within 24 hours stand for the same execution; another request is refused with 409. */
        IdempotencyKey: string;
        /** @description The beginning of an id or of a namespace. */
        Prefix: string;
        /** @description A label as `name:value`; given several times, all must be there. */
        Label: string[];
        /** @description The order; a minus turns it round. */
        Sort: "namespace" | "-namespace" | "id" | "-id" | "updated" | "-updated";
        /** @description Lists the deleted flows instead of the others. */
        Deleted: boolean;
        /** @description How many entries a page holds at most. */
        Limit: number;
        /** @description The `nextCursor` of the page before. */
        Cursor: string;
    };
    requestBodies: {
        /** @description The definition of a flow in YAML or in JSON, encoded as UTF-8 */
        Flow: {
            content: {
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
                "application/x-yaml": components["schemas"]["FlowText"];
                "application/yaml": components["schemas"]["FlowText"];
                "text/yaml": components["schemas"]["FlowText"];
                "application/json": JsonObject;
            };
        };
        /** @description The definition of a flow in YAML or in JSON, encoded as UTF-8. An empty body is an empty document. */
        AnyFlow: {
            content: {
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
                "application/x-yaml": components["schemas"]["FlowText"];
                "application/yaml": components["schemas"]["FlowText"];
                "text/yaml": components["schemas"]["FlowText"];
                "application/json": JsonObject;
            };
        };
    };
    headers: {
        /** @description The revision number in quotes, for If-Match and If-None-Match */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    validateFlow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["AnyFlow"];
        responses: {
            /** @description What is wrong with the flow, in document order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowValidation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listFlows: {
        parameters: {
            query?: {
                namespace?: components["schemas"]["Namespace"];
                /** @description The beginning of an id or of a namespace. */
                q?: components["parameters"]["Prefix"];
                /** @description A label as `name:value`; given several times, all must be there. */
                label?: components["parameters"]["Label"];
                /** @description The order; a minus turns it round. */
                sort?: components["parameters"]["Sort"];
                /** @description Lists the deleted flows instead of the others. */
                deleted?: components["parameters"]["Deleted"];
                /** @description How many entries a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FlowPage"];
            default: components["responses"]["Problem"];
        };
    };
    createFlow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Flow"];
        responses: {
            /** @description The flow, with its warnings */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    /** @description The path of the flow */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Flow"];
                };
            };
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    listNamespaceFlows: {
        parameters: {
            query?: {
                /** @description The beginning of an id or of a namespace. */
                q?: components["parameters"]["Prefix"];
                /** @description A label as `name:value`; given several times, all must be there. */
                label?: components["parameters"]["Label"];
                /** @description The order; a minus turns it round. */
                sort?: components["parameters"]["Sort"];
                /** @description Lists the deleted flows instead of the others. */
                deleted?: components["parameters"]["Deleted"];
                /** @description How many entries a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FlowPage"];
            default: components["responses"]["Problem"];
        };
    };
    getFlow: {
        parameters: {
            query?: {
                /** @description The latest revision when absent. */
                revision?: components["parameters"]["Revision"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest revision, or the one asked for */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Flow"];
                    "application/x-yaml": components["schemas"]["FlowText"];
                    "application/yaml": components["schemas"]["FlowText"];
                    "text/yaml": components["schemas"]["FlowText"];
                };
            };
            /** @description The revision is the one that If-None-Match names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateFlow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the revision that is to be changed; refused with 412 when it is no longer the latest one. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Flow"];
        responses: {
            200: components["responses"]["Flow"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    deleteFlow: {
        parameters: {
            query?: {
                /** @description Removes the flow with its whole history and frees its id. */
                purge?: boolean;
            };
            header?: {
                /** @description The ETag of the revision that is to be changed; refused with 412 when it is no longer the latest one. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                /** @description How many entries a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description Lists the revisions below this one. */
                before?: components["schemas"]["Revision"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who made which revision, and when */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        revisions: components["schemas"]["RevisionEntry"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    diffRevisions: {
        parameters: {
            query?: {
                /** @description The older revision; the one before `to` when absent. */
                from?: components["schemas"]["Revision"];
                /** @description The newer revision; the latest one when absent. */
                to?: components["schemas"]["Revision"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference; empty when the sources are equal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/x-diff": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    restoreRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the revision that is to be changed; refused with 412 when it is no longer the latest one. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
                /** @description The revision whose source becomes the latest one. */
                revision: components["schemas"]["Revision"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Flow"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    getInputSchema: {
        parameters: {
            query?: {
                /** @description The latest revision when absent. */
                revision?: components["parameters"]["Revision"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON Schema (draft 2020-12) */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InputSchema"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    validateInputs: {
        parameters: {
            query?: {
                /** @description The latest revision when absent. */
                revision?: components["parameters"]["Revision"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inputs": {
                 *         "user_name": "Ada"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Input id to value; null stands for a value that is not given. */
                    inputs: JsonObject;
                };
            };
        };
        responses: {
            /** @description Every violation, in the order of the inputs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InputValidation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    validateSubflows: {
        parameters: {
            query?: {
                /** @description The latest revision when absent. */
                revision?: components["parameters"]["Revision"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verdict */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubflowValidation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDependencies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The graph around the flow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dependencies"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getJenkinsfile: {
        parameters: {
            query?: {
                /** @description The latest revision when absent. */
                revision?: components["parameters"]["Revision"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Jenkinsfile"];
            default: components["responses"]["Problem"];
        };
    };
    convertToJenkins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Flow"];
        responses: {
            200: components["responses"]["Jenkinsfile"];
            default: components["responses"]["Problem"];
        };
    };
    checkConversion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Flow"];
        responses: {
            /** @description The verdict, also for a document that cannot be parsed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Convertibility"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTaskTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All task types, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plugins: components["schemas"]["TaskType"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getTaskType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The full name of a task type, or one of its aliases. */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task type */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskType"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getFlowSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON Schema (draft 2020-12) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": JsonObject;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportFlows: {
        parameters: {
            query?: {
                namespace?: components["schemas"]["Namespace"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One YAML document for each flow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-yaml": components["schemas"]["FlowText"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    importFlows: {
        parameters: {
            query?: {
                /** @description Says what would happen, and does nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-yaml": components["schemas"]["FlowText"];
                "application/yaml": components["schemas"]["FlowText"];
                "text/yaml": components["schemas"]["FlowText"];
            };
        };
        responses: {
            /** @description What became of each document, in their order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    pushFlow: {
        parameters: {
            query?: {
                /** @description The latest revision when absent. */
                revision?: components["parameters"]["Revision"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Where people find the job */
                        url: string;
                        /** @enum {string} */
                        change: "created" | "updated" | "unchanged";
                        revision: components["schemas"]["Revision"];
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    runFlow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request within 24 hours stand for the same execution; another request is refused with 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
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
                "application/json": components["schemas"]["RunRequest"];
                /**
                 * @example {
                 *       "dataset": "a file",
                 *       "count": "3",
                 *       "labels": "{\"reason\": \"nightly\"}"
                 *     }
                 */
                "multipart/form-data": {
                    /** @description Further values as JSON, `{"count": 3}` */
                    inputs?: string;
                    /** @description Labels of the execution as JSON, `{"reason": "nightly"}` */
                    labels?: string;
                    /** @description The latest one when absent */
                    revision?: string;
                } & {
                    [key: string]: string | Uint8Array;
                };
            };
        };
        responses: {
            202: components["responses"]["AcceptedExecution"];
            413: components["responses"]["UploadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    uploadFiles: {
        parameters: {
            query?: {
                /** @description The latest revision when absent. */
                revision?: components["parameters"]["Revision"];
            };
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dataset": "a file"
                 *     }
                 */
                "multipart/form-data": {
                    [key: string]: string | Uint8Array;
                };
            };
        };
        responses: {
            /** @description The files, in the order in which they came */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        files: components["schemas"]["Upload"][];
                    };
                };
            };
            413: components["responses"]["UploadTooLarge"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    downloadFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
                input_id: string;
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its bytes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string | Uint8Array;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                namespace?: components["schemas"]["Namespace"];
                flow_id?: components["schemas"]["FlowId"];
                /** @description Given several times, any of them. */
                state?: components["schemas"]["ExecutionState"][];
                /** @description A label as `name:value`; given several times, all must be there. */
                label?: components["parameters"]["Label"];
                /** @description Lists those accepted at this time or later. */
                from?: components["schemas"]["QueryTime"];
                /** @description Lists those accepted before this time. */
                to?: components["schemas"]["QueryTime"];
                /** @description How many entries a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of executions, without their tasks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        executions: components["schemas"]["Execution"][];
                        /** @description Asks for the next page; absent on the last one */
                        nextCursor?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Execution"];
            default: components["responses"]["Problem"];
        };
    };
    stopExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["AcceptedExecution"];
            default: components["responses"]["Problem"];
        };
    };
    replayExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request within 24 hours stand for the same execution; another request is refused with 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedExecution"];
            429: components["responses"]["TooManyRequests"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    getOutputs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Output id to value, typed as the flow declares it; empty until the execution has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": JsonObject;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getLogs: {
        parameters: {
            query?: {
                /** @description Sends server-sent events to the end of the execution; `?follow` alone is enough. */
                follow?: "" | "true" | "false";
                /** @description Only what this task has printed: its id, below subflows `build/image`. */
                task?: string;
            };
            header?: {
                /** @description The id of the last event that was received, as it came; the next one follows. Another value is answered with 400. */
                "Last-Event-ID"?: string;
                /** @description A part of the whole log as text, `bytes=1000-1999`, `bytes=1000-` or `bytes=-1000`. Its ends move behind the character in which they lie; `Content-Range` tells where they are. */
                Range?: string;
            };
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "text/event-stream": string;
                };
            };
            /** @description The part that was asked for */
            206: {
                headers: {
                    /** @description Its first and its last byte, and the size of the log so far: `bytes 1000-1999/48213`. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listArtifacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their paths */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        artifacts: {
                            path: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                execution_id: components["parameters"]["ExecutionId"];
                /** @description One of the paths that the list gives, with its slashes. Others are not found, nor are those with `*`, `?` or a backslash, which Jenkins would read as patterns. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its bytes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string | Uint8Array;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The triggers of the latest revision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        triggers: components["schemas"]["Trigger"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    makeTriggerKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
                trigger_id: components["parameters"]["TriggerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 32 random bytes as base64url
                         * @example 3q2-7wV1cN0yJ8mB5hT6xZkLrQeUoSdGaWfPiYtRvXs
                         */
                        key: string;
                        /**
                         * @description The key for senders of Standard Webhooks
                         * @example whsec_3q2+7wV1cN0yJ8mB5hT6xZkLrQeUoSdGaWfPiYtRvXs=
                         */
                        signingSecret: string;
                        /**
                         * @description What is to be called
                         * @example /hooks/examples/hello/pushed
                         */
                        path: string;
                        createdAt: components["schemas"]["Time"];
                        createdBy: string;
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    revokeTriggerKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
                trigger_id: components["parameters"]["TriggerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whatever key there was is refused from now on */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    callHook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The key. */
                "X-Flowgate-Key"?: string;
                /** @description The key, as GitLab sends it. */
                "X-Gitlab-Token"?: string;
                /** @description `sha256=` and the HMAC-SHA256 of the body under the key in hexadecimal, as GitHub sends it. */
                "X-Hub-Signature-256"?: string;
                /** @description As Standard Webhooks says: `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the signing secret in base64; several with blanks between them, one of which must be right. */
                "webhook-signature"?: string;
                /** @description Seconds since 1970; required with `webhook-signature`, and at most 5 minutes off. */
                "webhook-timestamp"?: string;
                /** @description Required with `webhook-signature`, and like an Idempotency-Key then, in place of all others. */
                "webhook-id"?: string;
                /** @description Like an Idempotency-Key. */
                "X-GitHub-Delivery"?: string;
                /** @description Together with the body, like an Idempotency-Key. */
                "X-Gitlab-Event-UUID"?: string;
                /** @description The same key and request within 24 hours stand for the same execution; another request is refused with 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                namespace: string;
                flow_id: string;
                trigger_id: string;
            };
            cookie?: never;
        };
        /** @description An object or a list; nothing stands for an empty object. A form has it as JSON in `payload`. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ref": "refs/heads/main"
                 *     }
                 */
                "application/json": unknown;
                "application/x-www-form-urlencoded": unknown;
            };
        };
        responses: {
            /** @description A condition of the webhook does not hold; nothing was started */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "execution": null,
                     *       "reason": "The condition \"trigger.body.deleted == false\" does not hold."
                     *     }
                     */
                    "application/json": {
                        /** @description Always null */
                        execution: JsonObject | null;
                        reason: string;
                    };
                };
            };
            202: components["responses"]["AcceptedExecution"];
            429: components["responses"]["TooManyRequests"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    getAudit: {
        parameters: {
            query?: {
                namespace?: components["schemas"]["Namespace"];
                actor?: string;
                /** @description An operation of this contract, or `purgeFlow`. */
                action?: string;
                /** @description Lists what was done at this time or later. */
                from?: components["schemas"]["QueryTime"];
                /** @description Lists what was done before this time. */
                to?: components["schemas"]["QueryTime"];
                /** @description How many entries a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["AuditEntry"][];
                        /** @description Asks for the next page; absent on the last one */
                        nextCursor?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Status"];
            default: components["responses"]["Problem"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Status"];
            default: components["responses"]["Problem"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text format of Prometheus */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": JsonObject;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDocumentation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that needs no script and no other host */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDocumentationStyle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stylesheet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
