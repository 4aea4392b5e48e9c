// What other judges say of one object, by the rules that they document. Each is an approximation of its documentation, not its code.

type Fields = Readonly<Record<string, unknown>>

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const number = (value: unknown, otherwise = 0): number => (typeof value === 'number' ? value : otherwise)

/** An object as the other judges look at it. */
interface Looked {
  readonly kind: string
  readonly generation: unknown
  readonly deleting: boolean
  readonly spec: Fields
  readonly status: Fields
  readonly conditions: readonly Fields[]
}

function look(object: unknown): Looked {
  const { apiVersion, kind, metadata, spec, status } = fields(object)
  const conditions = fields(status)['conditions']
  const group = String(apiVersion ?? '').includes('/') ? String(apiVersion).replace(/\/.*/, '') : ''
  return {
    kind: `${group}/${String(kind)}`,
    generation: fields(metadata)['generation'],
    deleting: fields(metadata)['deletionTimestamp'] !== undefined,
    spec: fields(spec),
    status: fields(status),
    conditions: Array.isArray(conditions) ? conditions.map(fields) : [],
  }
}

const conditionOf = ({ conditions }: Looked, type: string): Fields | undefined =>
  conditions.find((each) => each['type'] === type)
const isTrue = (looked: Looked, type: string): boolean => conditionOf(looked, type)?.['status'] === 'True'

/** Whether a workload has all that it was asked for; nothing for what is no workload. Both judges count alike here. */
function complete(looked: Looked): boolean | undefined {
  const { kind, spec, status } = looked
  const wanted = number(spec['replicas'], 1)
  const all = (...names: readonly string[]): boolean => names.every((name) => number(status[name]) >= wanted)
  switch (kind) {
    case 'apps/Deployment':
      return all('updatedReplicas', 'availableReplicas') && number(status['replicas']) <= wanted
    case 'apps/ReplicaSet':
      return all('readyReplicas', 'availableReplicas')
    case 'apps/StatefulSet':
      return all('readyReplicas') && status['currentRevision'] === status['updateRevision']
    case 'apps/DaemonSet':
      return ['updatedNumberScheduled', 'numberAvailable'].every(
        (name) => number(status[name]) >= number(status['desiredNumberScheduled']),
      )
    case '/PersistentVolumeClaim':
      return status['phase'] === 'Bound'
    case '/Service':
      return spec['type'] !== 'LoadBalancer' || Object.keys(fields(status['loadBalancer'])).length > 0
    case 'batch/Job':
      return isTrue(looked, 'Complete')
    default:
      return undefined
  }
}

const gaveUp = (looked: Looked): boolean =>
  isTrue(looked, 'Failed') || conditionOf(looked, 'Progressing')?.['reason'] === 'ProgressDeadlineExceeded'

/** kstatus, by the README of cli-utils; Flux and Helm 4 wait by it. */
export function kstatusSays(object: unknown): string {
  const looked = look(object)
  const { deleting, status, generation, kind } = looked
  if (unreadable(object)) return 'error'
  if (deleting) return 'Terminating'
  const observed = status['observedGeneration']
  if (observed !== undefined && typeof observed !== 'number') return 'error'
  if (observed !== undefined && generation !== undefined && observed !== generation) return 'InProgress'
  if (isTrue(looked, 'Stalled')) return 'Failed'
  if (isTrue(looked, 'Reconciling')) return 'InProgress'
  if (kind === '/Pod') return podState(looked)
  if (kind === 'apiextensions.k8s.io/CustomResourceDefinition')
    return isTrue(looked, 'Established') ? 'Current' : 'InProgress'
  const counted = complete(looked)
  if (counted !== undefined) {
    // A Job that has started is taken for current while it runs.
    if (kind === 'batch/Job' && !gaveUp(looked)) return status['startTime'] ? 'Current' : 'InProgress'
    return gaveUp(looked) ? 'Failed' : counted ? 'Current' : 'InProgress'
  }
  const ready = conditionOf(looked, 'Ready')
  return ready === undefined || ready['status'] === 'True' ? 'Current' : 'InProgress'
}

// What has not the shape of an object is refused before any rule is asked.
function unreadable(object: unknown): boolean {
  const { kind, status } = fields(object)
  const isMap =
    status === undefined || (typeof status === 'object' && status !== null && !Array.isArray(status))
  const conditions = fields(status)['conditions']
  return typeof kind !== 'string' || !isMap || (conditions !== undefined && !Array.isArray(conditions))
}

function podState(looked: Looked): string {
  const { phase } = looked.status
  if (phase === 'Succeeded') return 'Current'
  if (phase === 'Failed') return 'Failed'
  return phase === 'Running' && isTrue(looked, 'Ready') ? 'Current' : 'InProgress'
}

/** Argo CD's checks that are built in, by its page on resource health; nothing for other kinds, which its scripts may judge. */
export function argoSays(object: unknown): string | undefined {
  const looked = look(object)
  const { kind, status, spec, deleting, generation } = looked
  const counted = complete(looked)
  const known = counted !== undefined || ['/Pod', 'networking.k8s.io/Ingress'].includes(kind)
  if (!known) return undefined
  if (deleting) return 'Progressing'
  if (kind === 'networking.k8s.io/Ingress')
    return Object.keys(fields(status['loadBalancer'])).length > 0 ? 'Healthy' : 'Progressing'
  if (kind === '/Pod') {
    const state = podState(looked)
    return state === 'Current' ? 'Healthy' : state === 'Failed' ? 'Degraded' : 'Progressing'
  }
  if (spec['paused'] === true || spec['suspend'] === true) return 'Suspended'
  if (kind === '/PersistentVolumeClaim' && status['phase'] === 'Lost') return 'Degraded'
  const observed = status['observedGeneration']
  if (typeof observed === 'number' && typeof generation === 'number' && observed < generation)
    return 'Progressing'
  return gaveUp(looked) ? 'Degraded' : counted ? 'Healthy' : 'Progressing'
}

/** `kubectl wait --for=condition=Ready`, by its reference: met, or it waits until its time is up. */
export function kubectlWaits(object: unknown): string {
  if (unreadable(object)) return 'error'
  const { conditions, status, generation } = look(object)
  const ready = conditions.find((each) => String(each['type']).toLowerCase() === 'ready')
  const old = [status['observedGeneration'], ready?.['observedGeneration']].some(
    (seen) => typeof seen === 'number' && typeof generation === 'number' && seen < generation,
  )
  return !old && String(ready?.['status']).toLowerCase() === 'true' ? 'met' : 'waits'
}
