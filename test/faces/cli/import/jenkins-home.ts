/** The config.xml of a pipeline whose script is in it. */
export function pipelineXml(script: string, properties = ''): string {
  return `<?xml version='1.1' encoding='UTF-8'?>
<flow-definition plugin="workflow-job@1436">
  <description></description>
  <keepDependencies>false</keepDependencies>
  <properties>${properties}</properties>
  <definition class="org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition" plugin="workflow-cps@4050">
    <script>${escaped(script)}</script>
    <sandbox>true</sandbox>
  </definition>
  <triggers/>
  <disabled>false</disabled>
</flow-definition>
`;
}

export const folderXml = `<?xml version='1.1' encoding='UTF-8'?>
<com.cloudbees.hudson.plugins.folder.Folder plugin="cloudbees-folder@6"><description></description></com.cloudbees.hudson.plugins.folder.Folder>
`;

export const multibranchXml = `<?xml version='1.1' encoding='UTF-8'?>
<org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject plugin="workflow-multibranch@1">
  <sources class="jenkins.branch.MultiBranchProject$BranchSourceList">
    <data>
      <jenkins.branch.BranchSource>
        <source class="jenkins.plugins.git.GitSCMSource"><id>1</id><remote>https://git.example.com/web.git</remote></source>
      </jenkins.branch.BranchSource>
    </data>
  </sources>
  <factory class="org.jenkinsci.plugins.workflow.multibranch.WorkflowBranchProjectFactory"><scriptPath>ci/Jenkinsfile</scriptPath></factory>
</org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject>
`;

export const freestyleXml = `<?xml version='1.1' encoding='UTF-8'?>
<project>
  <description></description>
  <properties/>
  <scm class="hudson.scm.NullSCM"/>
  <builders><hudson.tasks.Shell><command>make all</command></hudson.tasks.Shell></builders>
  <publishers/>
  <buildWrappers/>
</project>
`;

export const declarative = `pipeline {
  agent any
  stages {
    stage('Build') {
      steps {
        sh 'make'
      }
    }
  }
}
`;

export const withLoad = `@Library('tools@1.2') _
node {
  load 'x.groovy'
  sh 'make'
}
`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;');
}
