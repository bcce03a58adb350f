// Generated from openapi.yaml by `npm run docs`; do not edit.
import type { JsonObject, JsonValue } from "../text/json-value.ts";
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
         * @description Returns 200 for every document, even if it cannot be parsed or the body is empty.
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
         * @description The first revision is 1.
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
         * @description Returns JSON, or for `Accept: application/x-yaml` the source, byte for byte as it was sent. To read a deleted flow, specify a revision.
         */
        get: operations["getFlow"];
        /**
         * Update a flow
         * @description Always creates a new revision, even if the source is unchanged. Send `If-Match` so that a retry does not create another one.
         */
        put: operations["updateFlow"];
        post?: never;
        /**
         * Delete a flow
         * @description The history stays readable and the flow can be restored, unless it is purged.
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
         * @description Newest first. Old revisions may have been removed, so that numbers are missing.
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
                /** @description The revision to restore. */
                revision: components["schemas"]["Revision"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a revision
         * @description Creates a new revision with the source of an earlier one. This also restores a deleted flow.
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
         * @description Checks whether each called flow currently exists, whether its inputs and outputs match, and whether the calls form a cycle. A missing flow is a warning. So is a flow in a namespace where you may neither read nor execute; the result contains only its name.
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
         * @description Returns the flows that this flow calls and the flows that call it, according to their latest revisions. Includes calls in disabled tasks, but not those of deleted flows.
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
         * @description The Jenkinsfile contains all called flows, so you need `execute` or `read` in all their namespaces.
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
         * @description Returns the JSON Schema of its properties, its documentation and its examples.
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
         * @description For completion and validation in editors. Includes the task types of this installation.
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
    "/schemas/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the JSON Schema of test files
         * @description For completion and validation in editors.
         */
        get: operations["getTestSchema"];
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
         * @description Returns the latest sources of all flows that you may read, as one YAML stream.
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
         * @description Creates and updates flows from a YAML stream with one document per flow. A rejected document does not affect the others.
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
        /**
         * List the latest executions of a flow in brief
         * @description States and times, newest first, for example to chart how long executions take. Also for a flow that was deleted. `GET /executions` has filters, pages and all fields.
         */
        get: operations["listRecentExecutions"];
        put?: never;
        /**
         * Run a flow
         * @description Returns immediately; the build is triggered in the background. For invalid values, returns 422 with the same `errors` as validate-inputs.
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
         * @description Each part of the form must have a filename, and the id of a FILE input as its name. Size and extension are checked during the upload. The first violation ends the request, and nothing is stored: it returns 422 with the same `errors` as validate-inputs, or 413 for a file that exceeds the limit for all files. For 24 hours, the same user can use the reference as the value of a FILE input in the same namespace.
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
         * Download a file of an execution to a Jenkins agent
         * @description Only the build knows the token. It is valid until the execution ends; an invalid token returns 404.
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
         * @description Newest first.
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
        /**
         * Delete an execution
         * @description Permanently removes an execution that has ended, with its log, its outputs, and the artifacts that Flowgate itself keeps. Its build in Jenkins stays. Needs the right `write` in the namespace of its flow. An execution that has not ended returns 409.
         */
        delete: operations["deleteExecution"];
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
         * @description Stops a waiting or running execution. Its `finally` tasks still run, and are never stopped; the record shows when it has ended. Jenkins can lose a stop request, so Flowgate repeats it until the build starts to stop (`stop.stoppingAt`). Calling this operation again repeats it immediately.
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
         * @description Runs the same revision again. Values in the request replace those of the execution. Secrets must be sent again. So must files that are no longer stored: they are deleted a day after their upload, once all executions that use them have ended.
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
         * @description Returns the log so far. With `follow`, streams it as it is written: one server-sent event per line, then an event `end` with the final state. A line of more than 256 KiB comes in parts. Secrets are masked.
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
         * @description Artifacts are available as long as Jenkins keeps the build.
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
                /** @description A path from the list of artifacts, including slashes. Paths with `*`, `?` or a backslash are never found, because Jenkins would treat them as patterns. */
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
    "/flows/{namespace}/{flow_id}/inputs/{input_id}/seal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
                input_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Seal a secret for the triggers of a flow
         * @description Encrypts a value. In the `inputs` of a trigger, the result stands for the value of this SECRET input of this flow, and of no other. The flow need not exist yet; nothing is stored. The value cannot be shown again.
         */
        post: operations["sealSecret"];
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
         * @description The key is returned only once. It replaces the previous key, which becomes invalid.
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
         * @description For calls from other systems. They need no identity; they send the key of the webhook, or sign the body or the delivery with it. Returns the same 401 for an invalid key and for an unknown webhook. The answer has the state and times of the execution, and nothing of its content.
         */
        post: operations["callHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API tokens
         * @description The tokens that you created, and those with only namespaces in which you have the right to write; newest first. An expired token is listed for 30 days. API tokens cannot do this.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an API token
         * @description The text of the token is returned only once. You must have the rights that you give it. It never has more rights than you have at that time: if the policy takes a right from you, it takes it from the token too. API tokens cannot do this.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API token
         * @description The next request with the token is rejected, by every gateway. You can revoke the tokens that `GET /tokens` lists. API tokens cannot do this.
         */
        delete: operations["revokeToken"];
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
         * @description Newest first. There is an entry for every request of an authenticated user that changed data or attempted to, and for every denied request. Entries of namespaces that you may not read are omitted.
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
    "/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who you are
         * @description Returns 200 for unknown callers too, without `subject`.
         */
        get: operations["getWhoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of this installation
         * @description Also returns 200 while Flowgate is not ready.
         */
        get: operations["getSystem"];
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
        /** @description A problem of a document. Lines and columns start at 1, and are absent for JSON. */
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
            /** @description The user who created the flow */
            createdBy: string;
            updatedAt: components["schemas"]["Time"];
            /** @description The user who created the revision */
            updatedBy: string;
            /** @description Whether the flow cannot run; absent if version 0.1.0 stored it */
            disabled?: boolean;
            deleted: boolean;
            deletedAt?: components["schemas"]["Time"];
            deletedBy?: string;
        };
        ListedFlow: components["schemas"]["FlowSummary"] & {
            /** @description The latest execution, if there is one; only with `include` */
            lastExecution?: components["schemas"]["ExecutionBrief"];
            /** @description When one of its schedules is due next; absent without schedules, while the flow is disabled, and without `include` */
            nextAt?: components["schemas"]["Time"];
        };
        /**
         * @description ISO 8601 in UTC
         * @example 2026-01-02T03:04:05.678Z
         */
        Time: string;
        Flow: components["schemas"]["FlowSummary"] & {
            /** @description The document as JSON; plain-text defaults and prefills of SECRET inputs are `****` */
            definition: JsonObject;
            /** @description The document as it was sent */
            source: string;
            /** @description The media type of the source */
            mediaType: string;
            warnings: components["schemas"]["Problems"];
        };
        FlowPage: {
            flows: components["schemas"]["ListedFlow"][];
            /** @description The cursor for the next page; absent on the last page */
            nextCursor?: string;
        };
        RevisionEntry: {
            revision: components["schemas"]["Revision"];
            createdAt: components["schemas"]["Time"];
            createdBy: string;
            mediaType: string;
            /** @description The size of the source in bytes */
            size: number;
            /** @description The SHA-256 of the source */
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
                /** @description The value in the request; `****` for a SECRET, and for an unknown id that is a near misspelling of the id of a SECRET; null if the request has no value */
                provided_value: JsonValue;
            }[];
            /** @description What to know about values that are accepted or ignored; absent if there is nothing */
            notices?: components["schemas"]["InputNotice"][];
        };
        /** @description A remark on the value of an input, which does not make it invalid */
        InputNotice: {
            input_id: string;
            /** @example Value has fewer than 4 characters, so it may not be masked everywhere */
            message: string;
        };
        SubflowValidation: {
            valid: boolean;
            errors: components["schemas"]["Problems"];
            warnings: components["schemas"]["Problems"];
            /** @description The direct calls of the flow, except for those in disabled tasks */
            subflows: {
                task_id: string;
                namespace: string;
                flow_id: string;
                /** @description The revision that would run */
                revision?: number;
                /** @description Absent for a hidden flow */
                exists?: boolean;
                /** @description Whether the call and the calls below it are valid; absent for a hidden flow */
                valid?: boolean;
                /** @description Present if you may neither read nor execute in the namespace; the call was not checked */
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
            /** @description The flows that this flow calls directly */
            calls: components["schemas"]["FlowKey"][];
            /** @description The flows that call this flow directly */
            calledBy: components["schemas"]["FlowKey"][];
            /** @description This flow, and all flows that it calls or that call it, directly or indirectly */
            nodes: (components["schemas"]["FlowKey"] & {
                exists: boolean;
                /** @description The latest revision */
                revision?: number;
            })[];
            edges: {
                from: components["schemas"]["FlowKey"];
                to: components["schemas"]["FlowKey"];
            }[];
            /** @description Whether the graph was too large for one response */
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
            /** @description The JSON Schema of the properties of this type */
            schema: JsonObject;
            examples: {
                title: string;
                yaml: string;
                /** @description The codes of the problems that the example shows; absent if it is valid. */
                problems?: string[];
            }[];
        };
        RunRequest: {
            /** @description Values by input id; null counts as missing. */
            inputs?: JsonObject;
            revision?: components["schemas"]["Revision"];
            /** @description Labels of the execution, in addition to those of the flow. Names must not be empty or contain `:` */
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
            /** @description The original name, without folders */
            filename: string;
            /** @description The size in bytes */
            size: number;
            sha256: string;
            expiresAt: components["schemas"]["Time"];
        };
        ExecutionBrief: {
            id: components["schemas"]["ExecutionId"];
            state: components["schemas"]["ExecutionState"];
            createdAt: components["schemas"]["Time"];
            startedAt?: components["schemas"]["Time"];
            endedAt?: components["schemas"]["Time"];
        };
        /** @example 01JD8Z3K5V6W7X8Y9Z0A1B2C3D */
        ExecutionId: string;
        /**
         * @description CREATED, then QUEUED when it is in the queue of Jenkins, then RUNNING. The other states are final. WARNING means that something failed that the flow allows to fail.
         * @enum {string}
         */
        ExecutionState: "CREATED" | "QUEUED" | "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "KILLED";
        /**
         * Format: date-time
         * @example 2026-01-02T03:04:05Z
         */
        QueryTime: string;
        /** @example 4fzyo82mvyr0 */
        TokenId: string;
        /**
         * @description Unique among the tokens that are neither revoked nor expired. In executions and in the audit trail, the user is `token:` and this name
         * @example ci
         */
        TokenName: string;
        /**
         * @description `*`, a namespace, or `<namespace>.*` for all namespaces below it
         * @example [
         *       "robotics",
         *       "robotics.*"
         *     ]
         */
        TokenNamespaces: string[];
        /**
         * @example [
         *       "read",
         *       "execute"
         *     ]
         */
        TokenRights: ("read" | "write" | "execute")[];
        ApiToken: {
            id: components["schemas"]["TokenId"];
            name: components["schemas"]["TokenName"];
            namespaces: components["schemas"]["TokenNamespaces"];
            rights: components["schemas"]["TokenRights"];
            /** @description The user who created it, whose rights limit it */
            createdBy: string;
            createdAt: components["schemas"]["Time"];
            /** @description Absent if it never expires */
            expiresAt?: components["schemas"]["Time"];
            /** @description When it was last used, to the minute; absent if it never was */
            lastUsedAt?: components["schemas"]["Time"];
        };
        AuditEntry: {
            /** @description Ids are sorted by time */
            id: string;
            /** Format: date-time */
            at: string;
            /** @description The user; `token:` and the name for an API token, `webhook:` and the trigger for a webhook, `flowgate:retention` for what Flowgate purges itself */
            actor: string;
            /** @description The id of the API token that was used, created or revoked */
            tokenId?: string;
            /** @description The name of the API token that was created or revoked */
            tokenName?: string;
            /**
             * @description The id of an operation of this API, or `purgeFlow`
             * @example runFlow
             */
            action: string;
            outcome: components["schemas"]["AuditOutcome"];
            /** @description The HTTP status of the response */
            status: number;
            /**
             * @description The error code
             * @example flow-exists
             */
            code?: string;
            namespace?: string;
            flowId?: string;
            /** @description The created or requested revision */
            revision?: number;
            executionId?: string;
            triggerId?: string;
            /** @description The request id, as in `X-Request-Id` and in the log of Flowgate */
            requestId: string;
            /** @description The address of the client */
            address?: string;
        };
        /**
         * @description The id of an operation of this API that changes data or can be denied, or `purgeFlow`
         * @enum {string}
         */
        AuditAction: "callHook" | "checkConversion" | "convertToJenkins" | "createFlow" | "createToken" | "deleteExecution" | "deleteFlow" | "diffRevisions" | "exportFlows" | "getArtifact" | "getAudit" | "getDependencies" | "getExecution" | "getFlow" | "getInputSchema" | "getJenkinsfile" | "getLogs" | "getOutputs" | "getSystem" | "getTaskType" | "importFlows" | "listArtifacts" | "listExecutions" | "listFlows" | "listNamespaceFlows" | "listRecentExecutions" | "listRevisions" | "listTaskTypes" | "listTokens" | "listTriggers" | "makeTriggerKey" | "purgeFlow" | "pushFlow" | "replayExecution" | "restoreRevision" | "revokeToken" | "revokeTriggerKey" | "runFlow" | "sealSecret" | "stopExecution" | "updateFlow" | "uploadFiles" | "validateFlow" | "validateInputs" | "validateSubflows";
        /**
         * @description `refused`: the request was rejected. `denied`: the user did not have the required right. `failed`: the server failed, and may or may not have changed data.
         * @enum {string}
         */
        AuditOutcome: "done" | "refused" | "denied" | "failed";
        System: {
            /** @enum {string} */
            status: "ready" | "not-ready";
            /** @description The current time of this gateway */
            time: components["schemas"]["Time"];
            /** @description When this gateway started */
            startedAt: components["schemas"]["Time"];
            /** @description The version of Flowgate */
            version: string;
            /** @description The version of this API */
            contract: string;
            /** @description The version of Node.js */
            node: string;
            /**
             * @description What runs executions; absent if they cannot run
             * @enum {string}
             */
            engine?: "jenkins" | "local";
            /** @description What Flowgate needs, as in `GET /readyz` */
            checks: {
                /** @example redis */
                name: string;
                ready: boolean;
                /** @description Its version, if it is known */
                version?: string;
                /** @description Why it is not ready */
                reason?: string;
            }[];
            /** @description The number of executions that wait for a worker; absent while Redis is unreachable */
            queueDepth?: number;
            /** @description The number of executions in each state, in all namespaces; absent while Redis is unreachable */
            executions?: {
                [key: string]: number;
            };
        };
        WhoAmI: {
            /** @description Your user id; absent if you are unknown */
            subject?: string;
            /**
             * @description `token`: this request had an API token. Otherwise how users are known: `proxy`, a reverse proxy sends the user id in `x-oidc-sub`; `jwt`, callers send a token of the issuer.
             * @enum {string}
             */
            identifiedBy: "proxy" | "jwt" | "token";
            /** @description Whether you can send any `x-oidc-sub` yourself, because the request came from the gateway's machine and through no proxy */
            mayChooseName: boolean;
            /** @description Why you are unknown */
            reason?: string;
            /** @description What you may do; a right can be in several items */
            rights: {
                /** @description `*`, a namespace, or `<namespace>.*` for all namespaces below it */
                namespaces: string[];
                rights: ("read" | "write" | "execute")[];
            }[];
        };
        Trigger: {
            id: components["schemas"]["TriggerId"];
            /** @enum {string} */
            type: "schedule" | "webhook";
            disabled: boolean;
            /** @description The cron expression of a schedule; absent for one that never fires */
            cron?: string;
            /** @description The time zone of a schedule. Default: UTC */
            timezone?: string;
            /**
             * @description The next time of a schedule; absent if the schedule or the flow is disabled
             * @example 2026-01-02T03:00:00.000Z
             */
            nextAt?: string;
            /** @description The times of a schedule after `nextAt` */
            laterTimes?: components["schemas"]["Time"][];
            /** @description The number of its executions that are CREATED or QUEUED. A schedule with 10 is skipped; a webhook with 100 rejects calls */
            pending?: number;
            /**
             * @description The last time in the past 30 days that a schedule was skipped
             * @example 2026-01-02T03:00:00.000Z
             */
            lastSkippedAt?: string;
            /**
             * @description Why it was skipped
             * @example The condition was not met: inputs.branch == "main"
             */
            lastSkippedReason?: string;
            /** @description The secrets that the trigger has as sealed values */
            secrets: {
                /** @example token */
                input_id: string;
                /**
                 * @description `unusable` if it cannot be opened: it was sealed for another flow or input, or with another FLOWGATE_KEY
                 * @enum {string}
                 */
                state: "sealed" | "unusable";
            }[];
            /**
             * @description The path of a webhook
             * @example /hooks/examples/hello/pushed
             */
            path?: string;
            /** @description Whether a webhook has a key; all calls are rejected without one */
            hasKey?: boolean;
            keyCreatedAt?: components["schemas"]["Time"];
            keyCreatedBy?: string;
        };
        Execution: {
            id: components["schemas"]["ExecutionId"];
            namespace: components["schemas"]["Namespace"];
            flowId: components["schemas"]["FlowId"];
            revision?: components["schemas"]["Revision"];
            /** @description The revisions of the flows that run as part of the execution */
            subflows: {
                namespace: components["schemas"]["Namespace"];
                id: components["schemas"]["FlowId"];
                revision: components["schemas"]["Revision"];
            }[];
            /** @description The source of the revision; absent in lists */
            source?: string;
            state: components["schemas"]["ExecutionState"];
            history: {
                state: components["schemas"]["ExecutionState"];
                at: components["schemas"]["Time"];
            }[];
            createdAt: components["schemas"]["Time"];
            startedAt?: components["schemas"]["Time"];
            endedAt?: components["schemas"]["Time"];
            /** @description The user who started the execution; `schedule:<id>` or `webhook:<id>` for a trigger, `jenkins:<user>` for a build that was started in Jenkins */
            actor: string;
            labels: {
                [key: string]: string;
            };
            /** @description Values by input id. Secrets are masked; a file is `{filename, size, sha256}` */
            inputs: JsonObject;
            /** @description The messages of checks whose condition is false */
            messages: {
                message: string;
                /** @enum {string} */
                style: "ERROR" | "WARNING" | "INFO" | "SUCCESS";
            }[];
            /** @description What to know about values that were accepted or ignored; absent if there is nothing */
            notices?: components["schemas"]["InputNotice"][];
            /** @description Why the execution did not succeed */
            reason?: string;
            /** @description What currently delays the execution */
            trouble?: string;
            /**
             * Format: date-time
             * @description When the delay started
             */
            troubleSince?: string;
            /** @description Whether the execution waits for another execution of the flow to end */
            waiting: boolean;
            /** @description The OpenTelemetry trace of the execution; absent without tracing */
            traceId?: string;
            /**
             * @description `local` for an execution that runs, or ran, on the machine of the gateway; absent for one in Jenkins
             * @enum {string}
             */
            engine?: "local";
            /** @description The number of requests to Jenkins for a build, or of starts on the machine of the gateway */
            attempts: number;
            replayOf?: components["schemas"]["ExecutionId"];
            /** @description The trigger that started the execution */
            trigger?: {
                id: components["schemas"]["TriggerId"];
                /** @enum {string} */
                type: "schedule" | "webhook";
            };
            stop?: {
                by: string;
                at: components["schemas"]["Time"];
                /** @description When the build started to stop; its `finally` tasks run from then on */
                stoppingAt?: components["schemas"]["Time"];
            };
            build?: {
                number: number;
                url: string;
            };
            /** @description The tasks that have started, in this order; absent in lists */
            tasks?: {
                /** @description The id of the task; for a task of a subflow, with the id of the subflow task, such as `build/image` */
                path: string;
                /** @enum {string} */
                state: "RUNNING" | "SUCCESS" | "FAILED" | "SKIPPED" | "KILLED";
                startedAt: components["schemas"]["Time"];
                endedAt?: components["schemas"]["Time"];
                /** @description Why the task failed; only on the machine of the gateway */
                reason?: string;
                /** @description The latest 20 attempts of a task that was retried, in this order; only on the machine of the gateway */
                attempts?: {
                    number: number;
                    /** @enum {string} */
                    state: "RUNNING" | "SUCCESS" | "FAILED" | "KILLED";
                    startedAt: components["schemas"]["Time"];
                    endedAt?: components["schemas"]["Time"];
                    /** @description Why the attempt failed */
                    reason?: string;
                }[];
            }[];
            outputs?: JsonObject;
            /** @description Whether something is omitted. Without the right to read, you get the state and times, and the inputs and labels that you gave. If the execution includes flows in namespaces where you may neither read nor execute, their names, revisions, tasks and output are omitted, and so is the reason of a failed build. */
            partial: boolean;
        };
        ImportReport: {
            dryRun: boolean;
            flows: {
                /** @description The position of the document in the stream */
                document: number;
                namespace?: string;
                id?: string;
                /** @enum {string} */
                outcome: "created" | "updated" | "unchanged" | "refused";
                revision?: components["schemas"]["Revision"];
                /** @description Why the document was rejected */
                reason?: string;
                errors?: components["schemas"]["Problems"];
                warnings?: components["schemas"]["Problems"];
                /** @description The number of omitted problems; a response contains at most 5,000 problems, and the first error of each document */
                omittedProblems?: number;
            }[];
        };
        /** @description An RFC 9457 problem. Some types have additional fields. */
        ProblemDetails: {
            /** @example urn:flowgate:problem:flow-not-found */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description The path of the request */
            instance: string;
            /** @description The problems of a flow, or of the request */
            errors?: JsonObject[];
        };
    };
    responses: {
        /** @description An error */
        Problem: {
            headers: {
                /** @description The number of seconds to wait before a retry; present for 429, and for 503 with `too-busy`, `store-unavailable` or `identity-unavailable` */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `too-many-pending`: the max number (`limit`) of executions of the flow or the webhook are CREATED or QUEUED. `rate-limited`: there were too many requests from this address. */
        TooManyRequests: {
            headers: {
                /** @description The number of seconds to wait before a retry */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `body-too-large`: a file, or the strings in the form together, have more than `limit` bytes. `upload-quota-exceeded`: your uploads would have more than `limit` bytes in total; `used` bytes are stored or being uploaded. Uploads are stored for at least a day, and until no execution needs them. */
        UploadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description `insufficient-storage`: the disk or the memory of Redis is nearly full, or all uploads together have reached their limit. Reading, deleting and stopping still work. */
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
        /** @description The execution in its current state */
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
        /** @description The Jenkinsfile as text; for `Accept: application/json`, with its warnings */
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
        /** @description The server is running, or ready */
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
        /** @description Default: the latest revision. */
        Revision: components["schemas"]["Revision"];
        /** @description The ETag of the revision to change. Returns 412 if it is no longer the latest. */
        IfMatch: string;
        ExecutionId: components["schemas"]["ExecutionId"];
        TriggerId: components["schemas"]["TriggerId"];
        /** @description Within 24 hours, the same key and request return the same execution. The same key with a different request returns 409. */
        IdempotencyKey: string;
        /** @description The prefix of an id or a namespace. */
        Prefix: string;
        /** @description A label as `name:value`. Repeat to require several labels. */
        Label: string[];
        /** @description The sort order; a minus reverses it. */
        Sort: "namespace" | "-namespace" | "id" | "-id" | "updated" | "-updated";
        /** @description Lists only deleted flows. */
        Deleted: boolean;
        /** @description Adds to each flow its latest execution (`lastExecution`), or when one of its schedules is due next (`nextAt`). Repeat for both. */
        Include: ("lastExecution" | "nextAt")[];
        /** @description The max number of items on a page. A page of large flows or executions ends after about 4 MiB. */
        Limit: number;
        /** @description The `nextCursor` of the previous page. */
        Cursor: string;
    };
    requestBodies: {
        /** @description The definition of a flow in YAML or JSON, encoded as UTF-8 */
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
        /** @description The definition of a flow in YAML or JSON, encoded as UTF-8. An empty body counts as an empty document. */
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
            /** @description The problems of the flow, in document order */
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
                /** @description The prefix of an id or a namespace. */
                q?: components["parameters"]["Prefix"];
                /** @description A label as `name:value`. Repeat to require several labels. */
                label?: components["parameters"]["Label"];
                /** @description The sort order; a minus reverses it. */
                sort?: components["parameters"]["Sort"];
                /** @description Lists only deleted flows. */
                deleted?: components["parameters"]["Deleted"];
                /** @description Adds to each flow its latest execution (`lastExecution`), or when one of its schedules is due next (`nextAt`). Repeat for both. */
                include?: components["parameters"]["Include"];
                /** @description The max number of items on a page. A page of large flows or executions ends after about 4 MiB. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the previous page. */
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
            /** @description The flow and its warnings */
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
                /** @description The prefix of an id or a namespace. */
                q?: components["parameters"]["Prefix"];
                /** @description A label as `name:value`. Repeat to require several labels. */
                label?: components["parameters"]["Label"];
                /** @description The sort order; a minus reverses it. */
                sort?: components["parameters"]["Sort"];
                /** @description Lists only deleted flows. */
                deleted?: components["parameters"]["Deleted"];
                /** @description Adds to each flow its latest execution (`lastExecution`), or when one of its schedules is due next (`nextAt`). Repeat for both. */
                include?: components["parameters"]["Include"];
                /** @description The max number of items on a page. A page of large flows or executions ends after about 4 MiB. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the previous page. */
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
                /** @description Default: the latest revision. */
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
            /** @description The latest or the requested revision */
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
            /** @description The revision matches If-None-Match */
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
                /** @description The ETag of the revision to change. Returns 412 if it is no longer the latest. */
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
                /** @description Permanently removes the flow and its history, and frees its id. */
                purge?: boolean;
            };
            header?: {
                /** @description The ETag of the revision to change. Returns 412 if it is no longer the latest. */
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
            /** @description The flow was deleted */
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
                /** @description The max number of items on a page. A page of large flows or executions ends after about 4 MiB. */
                limit?: components["parameters"]["Limit"];
                /** @description Only revisions before this one. */
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
            /** @description The revisions, with their authors and times */
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
                /** @description The older revision. Default: the one before `to`. */
                from?: components["schemas"]["Revision"];
                /** @description The newer revision. Default: the latest. */
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
            /** @description The diff; empty if the sources are equal */
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
                /** @description The ETag of the revision to change. Returns 412 if it is no longer the latest. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
                /** @description The revision to restore. */
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
                /** @description Default: the latest revision. */
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
                /** @description Default: the latest revision. */
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
                    /** @description Values by input id; null counts as missing. */
                    inputs: JsonObject;
                };
            };
        };
        responses: {
            /** @description All violations, in the order of the inputs */
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
                /** @description Default: the latest revision. */
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
            /** @description The result of the validation */
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
            /** @description The dependency graph of the flow */
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
                /** @description Default: the latest revision. */
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
            /** @description The result, even for a document that cannot be parsed */
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
            /** @description All task types, sorted by name */
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
    getTestSchema: {
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
            /** @description One YAML document per flow */
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
                /** @description Reports what would happen without changing anything. */
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
            /** @description The result for each document, in order */
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
                /** @description Default: the latest revision. */
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
                        /** @description The URL of the job in Jenkins */
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
    listRecentExecutions: {
        parameters: {
            query?: {
                /** @description The max number of executions. */
                limit?: number;
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
            /** @description The executions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        executions: components["schemas"]["ExecutionBrief"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    runFlow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Within 24 hours, the same key and request return the same execution. The same key with a different request returns 409. */
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
                    /** @description More values as JSON, such as `{"count": 3}` */
                    inputs?: string;
                    /** @description Labels of the execution as JSON, such as `{"reason": "nightly"}` */
                    labels?: string;
                    /** @description Default: the latest revision */
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
                /** @description Default: the latest revision. */
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
            /** @description The files, in the order of the form */
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
            /** @description The content of the file */
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
                /** @description Repeat to match any of several states. */
                state?: components["schemas"]["ExecutionState"][];
                /** @description Only executions that this user, or this trigger (`schedule:<id>`), started. */
                actor?: string;
                /** @description Only these executions, for example to follow those on a page. Repeat for several. */
                id?: components["schemas"]["ExecutionId"][];
                /** @description A label as `name:value`. Repeat to require several labels. */
                label?: components["parameters"]["Label"];
                /** @description Only executions created at this time or later. */
                from?: components["schemas"]["QueryTime"];
                /** @description Only executions created before this time. */
                to?: components["schemas"]["QueryTime"];
                /** @description The max number of items on a page. A page of large flows or executions ends after about 4 MiB. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the previous page. */
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
                        /** @description The cursor for the next page; absent on the last page */
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
    deleteExecution: {
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
            /** @description The execution was deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                /** @description Within 24 hours, the same key and request return the same execution. The same key with a different request returns 409. */
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
            /** @description Values by output id, with the types that the flow declares; empty until the execution has ended */
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
                /** @description Streams server-sent events until the end of the execution. `?follow` without a value is enough. With `chunks`, an event contains as many lines as there are at once, as a JSON string; use it for large logs. */
                follow?: "" | "true" | "false" | "chunks";
                /** @description Only the output of the task with this id; `build/image` for a task of a subflow. Once the execution has ended, a task that it did not reach returns 404. */
                task?: string;
            };
            header?: {
                /** @description The id of the last received event, unchanged. The stream continues after it. An invalid id returns 400. */
                "Last-Event-ID"?: string;
                /** @description A part of the complete log as text: `bytes=1000-1999`, `bytes=1000-` or `bytes=-1000`. If it starts or ends within a character, it is extended to the end of that character; `Content-Range` contains the actual range. */
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
            /** @description The requested part */
            206: {
                headers: {
                    /** @description The first and last byte, and the size of the log so far: `bytes 1000-1999/48213`. */
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
            /** @description The paths of the artifacts */
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
                /** @description A path from the list of artifacts, including slashes. Paths with `*`, `?` or a backslash are never found, because Jenkins would treat them as patterns. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the artifact */
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
    sealSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["Namespace"];
                flow_id: components["parameters"]["FlowId"];
                input_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "sesame-open"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: password
                     * @description The secret
                     */
                    value: string;
                };
            };
        };
        responses: {
            /** @description The sealed value */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description `sealed:` and the encrypted value in base64
                         * @example sealed:3q2+7wV1cN0yJ8mB5hT6xZkLrQeUoSdGaWfPiYtRvXs=
                         */
                        sealed: string;
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
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
                         * @description The path of the webhook
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
            /** @description The webhook has no valid key */
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
                /** @description `sha256=` and the hexadecimal HMAC-SHA256 of the body with the key, as GitHub sends it. */
                "X-Hub-Signature-256"?: string;
                /** @description A signature as defined by Standard Webhooks: `v1,` and the base64-encoded HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the signing secret. Can contain several signatures, separated by spaces, one of which must be valid. */
                "webhook-signature"?: string;
                /** @description The time in seconds since 1970. Required with `webhook-signature`; must be within 5 minutes of the current time. */
                "webhook-timestamp"?: string;
                /** @description Required with `webhook-signature`. Works like an Idempotency-Key and takes precedence over the other ids. */
                "webhook-id"?: string;
                /** @description Works like an Idempotency-Key. */
                "X-GitHub-Delivery"?: string;
                /** @description Together with the body, works like an Idempotency-Key. */
                "X-Gitlab-Event-UUID"?: string;
                /** @description Within 24 hours, the same key and request return the same execution. The same key with a different request returns 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                namespace: string;
                flow_id: string;
                trigger_id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object or list. An empty body counts as an empty object. A form contains the JSON in `payload`. */
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
            /** @description A condition of the webhook is false; nothing was started */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "execution": null,
                     *       "reason": "The condition \"trigger.body.deleted == false\" is false."
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
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, without their text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["ApiToken"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: components["schemas"]["TokenName"];
                    namespaces: components["schemas"]["TokenNamespaces"];
                    rights: components["schemas"]["TokenRights"];
                    /**
                     * Format: date-time
                     * @description When it expires; null for never, which `FLOWGATE_TOKEN_DAYS` can forbid. Default: after 90 days.
                     * @example 2027-01-02T03:04:05Z
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The token and its text */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"] & {
                        /**
                         * @description The text of the token, for the header `Authorization`. `fgt_`, the id, `_`, and 49 letters and digits
                         * @example fgt_4fzyo82mvyr0_RnuOXhTzE5wXhGRVLbGJK1mPGDTEfqp3Cn5wCRQJg3o0Ahb2l
                         */
                        token: string;
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Problem"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: components["schemas"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token was revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getAudit: {
        parameters: {
            query?: {
                namespace?: components["schemas"]["Namespace"];
                actor?: string;
                flow_id?: components["schemas"]["FlowId"];
                action?: components["schemas"]["AuditAction"];
                outcome?: components["schemas"]["AuditOutcome"];
                /** @description Only entries at this time or later. */
                from?: components["schemas"]["QueryTime"];
                /** @description Only entries before this time. */
                to?: components["schemas"]["QueryTime"];
                /** @description The max number of items on a page. A page of large flows or executions ends after about 4 MiB. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the previous page. */
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
                        /** @description The cursor for the next page; absent on the last page */
                        nextCursor?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getWhoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your user id and your rights */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, and whether Redis and Jenkins can be used */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["System"];
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
            /** @description Metrics in the Prometheus text format */
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
            /** @description An HTML page that needs no other hosts */
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
}
