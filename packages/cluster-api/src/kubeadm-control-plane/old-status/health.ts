import {
  falseSeverityCondition,
  type Severity,
  type SeverityCondition,
  trueSeverityCondition,
  unknownSeverityCondition,
} from '@sitrep/conditions'
import { memberOf } from '../facts/etcd-members.ts'
import { type ControlPlaneMachineFacts, isDeleting, nodeOf } from '../facts/machines.ts'
import { nodesError, type PassFacts } from '../facts/pass.ts'
import { type Component, components, type StaticPod } from '../types.ts'

/** How something on a Machine counted in the older model; nothing where it was not spoken of. */
type OldState = Severity | 'True' | 'Unknown' | undefined

/** A component by the old rules: a Node that is gone is an error there, and a Machine without one says nothing. */
function podState(f: ControlPlaneMachineFacts, { name }: Component): OldState {
  if (isDeleting(f)) return 'Info'
  const { nodeName } = f.machine.seen
  if (nodeName === undefined) return undefined
  const node = nodeOf(f)
  if (node === undefined) return 'Error'
  const { pods } = f.machine
  if (node.unreachable || node.readyUnknown || pods?.read !== true) return 'Unknown'
  return runningState(pods.items.find((pod) => pod.name === `${name}-${nodeName}`))
}

function runningState(pod: StaticPod | undefined): OldState {
  if (pod === undefined) return 'Error'
  const waits = pod.containers.some(({ waiting }) => waiting !== undefined)
  switch (pod.phase) {
    case 'Pending':
      return 'Info'
    case 'Running':
      if (pod.ready) return 'True'
      if (waits) return pod.containers.some(({ crashed }) => crashed) ? 'Error' : 'Info'
      return pod.containers.some(({ terminated }) => terminated !== undefined) ? 'Error' : 'Info'
    case 'Succeeded':
    case 'Failed':
      return 'Error'
    case 'Unknown':
      return 'Unknown'
    default:
      return undefined
  }
}

function memberState(f: ControlPlaneMachineFacts): OldState {
  const { members } = f.pass
  if (f.machine.seen.nodeName === undefined) return isDeleting(f) ? 'Info' : undefined
  if (members.members === 'known') {
    const member = memberOf(members.list, f.machine)
    if (member === undefined) return 'Error'
    if (isDeleting(f)) return 'Info'
    return member.learner || member.alarms.length > 0 ? 'Error' : 'True'
  }
  if (isDeleting(f)) return 'Info'
  switch (members.members) {
    case 'nobody-to-ask':
      return 'Error'
    case 'failed':
      return members.at === 'connect' ? 'Unknown' : 'Error'
    case 'unclear':
      return undefined
  }
}

const etcdElsewhere = trueSeverityCondition('EtcdClusterHealthy')
const etcdUnseen = unknownSeverityCondition('EtcdClusterHealthy', {
  reason: 'EtcdClusterInspectionFailed',
  message: 'Failed to list Nodes which are hosting the etcd members',
})
const componentsUnseen = (pass: PassFacts): SeverityCondition =>
  unknownSeverityCondition('ControlPlaneComponentsHealthy', {
    reason: 'ControlPlaneComponentsInspectionFailed',
    message: `Failed to list Nodes which are hosting control plane components: ${nodesError({ pass })}`,
  })

interface Summed {
  readonly type: string
  readonly states: (machine: ControlPlaneMachineFacts) => readonly OldState[]
  readonly errors: readonly string[]
  readonly note: string
  /** What the reasons begin with. */
  readonly reason: string
}

/** Health of the control plane by the old rules: the worst severity that any Machine reports speaks. */
export function oldHealth(pass: PassFacts, strayNodes: readonly string[]): readonly SeverityCondition[] {
  const { etcdManaged } = pass.spec
  if (pass.gate === 'no-nodes') return [componentsUnseen(pass), etcdManaged ? etcdUnseen : etcdElsewhere]
  if (pass.gate !== 'open') return []
  const own = components.filter(({ name }) => name !== 'etcd' || etcdManaged)
  const component = sum(pass, {
    type: 'ControlPlaneComponentsHealthy',
    states: (machine) => own.map((one) => podState(machine, one)),
    errors: strayNodes,
    note: 'control plane',
    reason: 'ControlPlaneComponents',
  })
  const etcd = etcdManaged
    ? sum(pass, {
        type: 'EtcdClusterHealthy',
        states: (machine) => [memberState(machine)],
        errors: pass.match.strangers,
        note: 'etcd member',
        reason: 'EtcdCluster',
      })
    : [etcdElsewhere]
  return [...component, ...etcd]
}

const severityWords = [
  ['Warning', 'warnings'],
  ['Info', 'info'],
] as const

function sum(pass: PassFacts, { type, states, errors, note, reason }: Summed): readonly SeverityCondition[] {
  const reporting = (state: OldState): readonly string[] =>
    pass.machines
      .filter((machine) => states({ pass, machine }).includes(state))
      .map(({ seen }) => seen.name)
      .sort()
  const list = (word: string, names: readonly string[]): string =>
    `Following Machines are reporting ${note} ${word}: ${names.join(', ')}`
  const broken = reporting('Error')
  const all = broken.length > 0 ? [...errors, list('errors', broken)] : errors
  if (all.length > 0) {
    return [
      falseSeverityCondition(type, {
        reason: `${reason}Unhealthy`,
        severity: 'Error',
        message: all.join('; '),
      }),
    ]
  }
  for (const [severity, word] of severityWords) {
    const names = reporting(severity)
    if (names.length === 0) continue
    return [
      falseSeverityCondition(type, { reason: `${reason}Unhealthy`, severity, message: list(word, names) }),
    ]
  }
  if (reporting('True').length > 0) return [trueSeverityCondition(type)]
  const unknown = reporting('Unknown')
  if (unknown.length === 0) return []
  const message = `Following Machines are reporting unknown ${note} status: ${unknown.join(', ')}`
  return [unknownSeverityCondition(type, { reason: `${reason}Unknown`, message })]
}
