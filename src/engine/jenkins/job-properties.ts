/** Elements of a job's config.xml that mean something by being there at all. */
export const jobProperties = {
  durability: 'org.jenkinsci.plugins.workflow.job.properties.DurabilityHintJobProperty',
  oneBuildAtATime: 'org.jenkinsci.plugins.workflow.job.properties.DisableConcurrentBuildsJobProperty',
} as const;
