import {
  annotations,
  configMapKind,
  labels,
  machineKind,
  secretKind,
  secretType,
} from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, refOf } from '@sitrep/status'
import { type Action, actions, inOrder, nothing, type Plan, together } from '../../plan/action.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../../plan/input.ts'
import { type ConditionWords, instant, withCondition } from '../../plan/provider-condition.ts'
import { timer } from '../../plan/timer.ts'
import { clusterNameOf, follow, isDeleting, ownerReference } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { durationOf } from '../durations.ts'
import { faults } from '../kinds.ts'
import { clusterOf, isControlPlaneMachine, isPaused, isProvisioned, ofCluster } from '../read.ts'

/** The bootstrap data of every Machine that has a bootstrap configuration. */
export const planBootstrap: Planner = (input) =>
  together(
    input.world
      .list(machineKind)
      .filter((machine) => !isDeleting(machine))
      .map((machine) => planMachine(machine, input)),
  )

const yearMs = 365 * 24 * 3600 * 1000

const planMachine: ObjectPlanner = (machine, input) => {
  const { world } = input
  const cluster = clusterOf(world, machine)
  const config = follow(world, machine, at(machine.spec, 'bootstrap', 'configRef'))
  if (cluster === undefined || config === undefined || isPaused(cluster, machine)) return nothing
  const begins = isFirst(world, cluster, machine)
  const role = isControlPlaneMachine(machine) ? 'control-plane' : 'worker'
  return planConfig(config, { cluster, begins, role }, input)
}

interface Bootstrapped {
  readonly cluster: KubeObject
  /** Whether it is the one that begins the cluster; all others wait until it has begun. */
  readonly begins: boolean
  readonly role: 'control-plane' | 'worker'
}

/** The bootstrap data of one configuration, whoever it is for. */
export function planConfig(config: KubeObject, bootstrapped: Bootstrapped, input: PlanInput): Plan {
  const { world, now } = input
  const { cluster, begins } = bootstrapped
  if (isDeleting(config) || isPaused(cluster, config)) return nothing
  if (at(config.status, 'initialization', 'dataSecretCreated') === true) return nothing
  const infrastructure = follow(world, cluster, at(cluster.spec, 'infrastructureRef'))
  if (!isProvisioned(infrastructure)) return say(config, waitingFor('infrastructure'), now)
  if (!isInitialized(world, cluster) && !begins) return say(config, waitingFor('control plane'), now)
  if (cluster.metadata.annotations?.[faults.bootstrap] === 'failing') return say(config, failing, now)
  const waiting = timer(config, { name: 'bootstrapped', takesMs: durationOf('bootstrapMs', input) }, input)
  if (waiting !== 'over') return waiting
  return actions(...finished(config, bootstrapped, now))
}

const failing: ConditionWords = {
  type: 'Ready',
  status: 'False',
  reason: 'DataSecretGenerationFailed',
  message: 'Failed to generate the bootstrap data',
}

const waitingFor = (what: 'infrastructure' | 'control plane'): ConditionWords => ({
  type: 'Ready',
  status: 'False',
  reason: 'NotReady',
  message:
    what === 'infrastructure'
      ? 'Waiting for the infrastructure of the Cluster'
      : 'Waiting for the control plane to be initialized',
})

function say(config: KubeObject, words: ConditionWords, now: number) {
  const conditions = withCondition(config, words, now)
  if (conditions === undefined) return nothing
  return actions({ act: 'patch', ref: refOf(config), part: 'status', body: { status: { conditions } } })
}

/** Whether kubeadm has begun the cluster: it leaves its configuration behind. */
export function isInitialized(world: World, cluster: KubeObject): boolean {
  const ref = { ...configMapKind, namespace: 'kube-system', name: 'kubeadm-config' }
  return world.get({ ...ref, cluster: clusterNameOf(cluster) }) !== undefined
}

/** Whether a Machine is the one that begins the cluster: the first of the control plane. */
function isFirst(world: World, cluster: KubeObject, machine: KubeObject): boolean {
  if (!isControlPlaneMachine(machine)) return false
  const [first] = ofCluster(world, cluster, machineKind)
    .filter((other) => isControlPlaneMachine(other) && !isDeleting(other))
    .sort(byAge)
  return first?.metadata.name === machine.metadata.name
}

/** The oldest first; of those made in the same second, by name. */
export function byAge(a: KubeObject, b: KubeObject): number {
  const [left, right] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '']
  if (left !== right) return left < right ? -1 : 1
  return a.metadata.name < b.metadata.name ? -1 : 1
}

function finished(config: KubeObject, { cluster, role }: Bootstrapped, now: number): readonly Action[] {
  const { name, namespace = '' } = config.metadata
  const userData = `#cloud-config\n# Bootstrap data of the simulated machine ${name}.\n`
  const secret = {
    apiVersion: 'v1',
    kind: secretKind.kind,
    metadata: {
      name,
      namespace,
      labels: { [labels.clusterName]: cluster.metadata.name },
      ownerReferences: [ownerReference(config, 'controller')],
    },
    type: secretType,
    data: {
      format: Buffer.from('cloud-config').toString('base64'),
      value: Buffer.from(userData).toString('base64'),
    },
  }
  const conditions = withCondition(config, { type: 'Ready', status: 'True', reason: 'Ready' }, now)
  const status = {
    initialization: { dataSecretCreated: true },
    dataSecretName: name,
    ...(conditions && { conditions }),
  }
  const expiry: Action = {
    act: 'patch',
    ref: refOf(config),
    body: { metadata: { annotations: { [annotations.certificatesExpiry]: instant(now + yearMs) } } },
  }
  return inOrder({ act: 'create', object: secret }, ...(role === 'control-plane' ? [expiry] : []), {
    act: 'patch',
    ref: refOf(config),
    part: 'status',
    body: { status },
  })
}
