// The parts that Configuration as Code cannot declare: the folder of the flows, with the permissions of Flowgate's
// account, and the API token of that account.
import com.cloudbees.hudson.plugins.folder.Folder
import com.cloudbees.hudson.plugins.folder.properties.AuthorizationMatrixProperty
import com.cloudbees.plugins.credentials.CredentialsProvider
import hudson.model.Item
import hudson.model.User
import jenkins.model.Jenkins
import jenkins.security.ApiTokenProperty
import org.jenkinsci.plugins.matrixauth.AuthorizationType
import org.jenkinsci.plugins.matrixauth.PermissionEntry

final permissions = [
  Item.READ, Item.CREATE, Item.CONFIGURE, Item.BUILD, Item.CANCEL,
  CredentialsProvider.VIEW, CredentialsProvider.CREATE, CredentialsProvider.DELETE,
]

def jenkins = Jenkins.get()
def folder = jenkins.getItem('flows') ?: jenkins.createProject(Folder, 'flows')
def matrix = new AuthorizationMatrixProperty([:])
permissions.each { matrix.add(it, new PermissionEntry(AuthorizationType.USER, 'flowgate')) }
folder.properties.replace(matrix)
folder.save()

// The file changes only when the administrator replaces it; then the old token is revoked.
def token = new File(System.getenv('SECRETS'), 'flowgate-token').text.trim()
def user = User.getById('flowgate', true)
def store = user.getProperty(ApiTokenProperty).tokenStore
if (store.findMatchingToken(token) == null) {
  store.revokeAllTokens()
  store.addFixedNewToken('flowgate', token)
  user.save()
}
