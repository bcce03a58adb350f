package org.jenkinsci.plugins.workflow.steps

/** Thrown out of every step of a build that is aborted. Its message is null, as in Jenkins. */
class FlowInterruptedException extends InterruptedException {}
