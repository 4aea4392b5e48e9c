import { type KindRef, managementCluster, type ObjectRef } from '@sitrep/status'
import { shellLine } from '../shell-quote.ts'

/** How the reader reaches what is explained. */
export interface Reach {
  /** Words by which kubectl finds the same cluster: `--context prod`. Absent where there is no cluster, only files. */
  readonly kubectl?: readonly string[]
  /** Words by which sitrep finds the same world: `-f bundle/`. */
  readonly sitrep: readonly string[]
  /** Words by which sitrep explain finds who watches that world: `--api http://…`. What a tree shows is read without them. */
  readonly watcher?: readonly string[]
  /** How sitrep is called there, as a shell takes it. Default: `sitrep`. */
  readonly calledAs?: string | undefined
}

/** A condition that is looked at; `computed`: Sitrep decides it and can explain it. */
export interface LookedAt {
  readonly ref: ObjectRef
  readonly type: string
  readonly computed: boolean
  /** It has just been explained: what stands around it says more. */
  readonly known?: boolean
}

/** The command lines that show where a cause lies. Names from objects are quoted: a shell runs none of them. */
export function lookCommands(
  { ref, type, computed, known = false }: LookedAt,
  { kubectl, sitrep, watcher = [], calledAs = 'sitrep' }: Reach,
): readonly string[] {
  const cluster = ref.cluster ?? managementCluster
  const scope = ref.namespace === undefined ? [] : ['-n', ref.namespace]
  const object = `${ref.kind.toLowerCase()}/${ref.name}`
  const condition = computed ? ['--condition', type] : []
  const words = known
    ? ['describe', object, ...scope, ...sitrep]
    : ['explain', object, ...scope, ...condition, ...sitrep, ...watcher]
  const ours = `${calledAs} ${shellLine(words)}`
  // A server shows the objects of its own cluster only; files may hold those of all.
  if (kubectl === undefined) return [ours]
  if (cluster !== managementCluster) return inWorkloadCluster(ref, cluster, kubectl)
  const theirs = shellLine(['kubectl', 'describe', `${resourceOf(ref)}/${ref.name}`, ...scope, ...kubectl])
  // Of what others say, they say more.
  return known || computed ? [ours, theirs] : [theirs, ours]
}

const resourceOf = ({ group, kind }: KindRef): string =>
  group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`

// The credentials of a workload cluster lie in a Secret beside its Cluster.
function inWorkloadCluster(ref: ObjectRef, cluster: string, kubectl: readonly string[]): readonly string[] {
  const [namespace = '', name = ''] = cluster.split('/')
  const file = `${name}.kubeconfig`
  const secret = [
    'kubectl',
    'get',
    'secret',
    `${name}-kubeconfig`,
    '-n',
    namespace,
    ...kubectl,
    '-o',
    'jsonpath={.data.value}',
  ]
  const scope = ref.namespace === undefined ? [] : ['-n', ref.namespace]
  const describe = ['kubectl', '--kubeconfig', file, 'describe', `${resourceOf(ref)}/${ref.name}`, ...scope]
  return [`${shellLine(secret)} | base64 -d > ${shellLine([file])}`, shellLine(describe)]
}
