/** Values with which everything in the chart is rendered. */
export const everything = `
existingSecret: flowgate
jenkins: {url: https://jenkins.example}
hosts: [flowgate.example]
auth: {mode: jwt, issuer: https://login.example, audience: flowgate}
policy: {grants: [{subjects: ["*"], namespaces: ["*"], rights: [read]}]}
publicUrl: https://flowgate.example
agentUrl: http://flowgate.flowgate.svc
receivers: {receivers: {"slack:web": {namespaces: [web], url_file: /run/flowgate/slack-web}}}
locks: {locks: {licences: {permits: 4, namespaces: [web]}}, running: {batch: 20}}
files: {enabled: true, storageClass: shared}
notifications: {url: "https://events.example", events: ended}
tracing: {endpoint: "http://collector:4318"}
env: {FLOWGATE_RETENTION_DAYS: "30", VAULT_ADDR: "https://vault.example", VAULT_AUTH: kubernetes, VAULT_ROLE: flowgate}
imagePullSecrets: [{name: registry}]
ingress: {enabled: true, className: nginx, tlsSecret: flowgate-tls, annotations: {example.com/size: "1"}}
api: {autoscaling: {enabled: true}}
worker: {autoscaling: {enabled: true}}
networkPolicy:
  from: [{namespaceSelector: {matchLabels: {name: ingress}}}]
  metricsFrom: [{namespaceSelector: {matchLabels: {name: monitoring}}}]
  egress: [{ports: [{port: 6379}, {port: 443}]}]
podMonitor: {enabled: true, labels: {release: prometheus}}
serviceAccount: {annotations: {example.com/role: none}, mountToken: true}
flowSecrets: secrets-of-flows
podAnnotations: {example.com/team: ci}
nodeSelector: {disk: ssd}
tolerations: [{key: ci, operator: Exists}]
affinity: {nodeAffinity: {}}
`;

/** The smallest values that the chart accepts. */
export const minimal = `
existingSecret: flowgate
jenkins: {url: https://jenkins.example}
auth: {trustedProxies: [10.0.0.0/8]}
`;

/** The same on several controllers, without one of its own. */
export const several = `
existingSecret: flowgate
auth: {trustedProxies: [10.0.0.0/8]}
controllers:
  eu: {url: "https://ci-eu.example", user: flowgate, token_file: /run/flowgate/token-eu, namespaces: [web]}
  all: {url: "https://ci.example", user: flowgate, token_file: /run/flowgate/token-all}
`;

/** No values: one pod that needs nothing else. */
export const standalone = '';
