import type { KubeObject, ObjectRef } from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import { startReflector } from '../reflector/reflector.ts'
import type { Timing } from '../timing.ts'

/** The kubeconfigs of workload clusters, by namespace and name of their Cluster. */
export interface KubeconfigSecrets {
  readonly get: (cluster: Pick<ObjectRef, 'namespace' | 'name'>) => string | undefined
  readonly stop: () => Promise<void>
}

const secretType = 'cluster.x-k8s.io/secret'
const suffix = '-kubeconfig'

/** Follows the Secrets of Cluster API's own type and no others: whoever may read these need not be allowed to read all. */
export function kubeconfigSecrets(connection: Connection, timing: Timing): KubeconfigSecrets {
  const texts = new Map<string, string>()
  const reflector = startReflector({
    connection,
    resource: { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true, names: [] },
    scope: { fieldSelector: `type=${secretType}` },
    timing,
    onChanges: (changes) => {
      for (const change of changes) {
        if ('gone' in change) texts.delete(keyOf(change.gone))
        else if (change.object.metadata.name.endsWith(suffix)) put(texts, change.object)
      }
    },
    onState: () => {},
  })
  return {
    get: ({ namespace, name }) => texts.get(`${namespace ?? ''}/${name}${suffix}`),
    stop: reflector.stop,
  }
}

function put(texts: Map<string, string>, secret: KubeObject): void {
  const value = (secret as { data?: { value?: unknown } }).data?.value
  if (typeof value === 'string')
    texts.set(keyOf(secret.metadata), Buffer.from(value, 'base64').toString('utf8'))
}

const keyOf = ({ namespace = '', name }: KubeObject['metadata']): string => `${namespace}/${name}`
