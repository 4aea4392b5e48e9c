import { type Condition, getCondition } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import { longerThan, seconds } from '../../time/longer-than.ts'
import {
  type ControlPlaneMachineSeen,
  type ControlPlaneNode,
  type ControlPlaneSpec,
  components,
  type MachineObserved,
} from '../types.ts'
import type { PassFacts } from './pass.ts'

/** What the rules about one Machine of a control plane ask about. */
export interface ControlPlaneMachineFacts {
  readonly pass: PassFacts
  readonly machine: MachineObserved
}

/** Whether the Machine is on its way out. */
export const isDeleting = ({ machine }: ControlPlaneMachineFacts): boolean =>
  machine.seen.deletion !== undefined

/** Whether the Machine has not come up so far that it names a Node. */
export const hasNoNodeYet = ({ machine }: ControlPlaneMachineFacts): boolean =>
  machine.seen.nodeName === undefined

/** The Node, if it is there; one that cannot be read counts as gone, as upstream has it. */
export const nodeOf = ({ machine }: ControlPlaneMachineFacts): ControlPlaneNode | undefined =>
  machine.node?.read === true ? machine.node.item : undefined

/** What a Machine without a Node waits for. */
export function awaited({ machine: { seen } }: ControlPlaneMachineFacts): string {
  if (seen.providerID !== '') return `Waiting for a Node with spec.providerID ${seen.providerID} to exist`
  return `Waiting for ${seen.infrastructureRef?.kind ?? ''} to report spec.providerID`
}

/** Said where the Machine names a Node that is not there. */
export const nodeGone = ({ machine }: ControlPlaneMachineFacts): string =>
  `Node ${machine.seen.nodeName} does not exist`

/** Said where nobody hears from the Node. */
export const nodeUnreachable = ({ machine }: ControlPlaneMachineFacts): string =>
  `Node ${machine.seen.nodeName} is unreachable`

/** A Machine with its conditions as this pass leaves them. */
export interface JudgedMachine extends ControlPlaneMachineSeen {
  readonly conditions: readonly Condition[]
}

/** What the health of a control plane is summed up from. */
export interface HealthFacts {
  readonly pass: PassFacts
  readonly judged: readonly JudgedMachine[]
}

type Etcd = Pick<ControlPlaneSpec, 'etcdManaged'>

/** The conditions of a Machine that tell of its static Pods; etcd is one of them only where it runs there. */
export const podConditions = ({ etcdManaged }: Etcd): readonly string[] =>
  components.filter(({ name }) => name !== 'etcd' || etcdManaged).map(({ condition }) => condition)

/** Those and the one of its member of etcd: all that a control plane says of the health of a Machine. */
export const healthConditions = (etcd: Etcd): readonly string[] => [
  ...podConditions(etcd),
  ...(etcd.etcdManaged ? ['EtcdMemberHealthy'] : []),
]

/** Whether one of these conditions has been bad for more than ten seconds; a shorter trouble is often none. */
export function isLasting(conditions: readonly Condition[], types: readonly string[], clock: Clock): boolean {
  return types.some((type) => {
    const condition = getCondition(conditions, type)
    if (condition === undefined || condition.status === 'True') return false
    const since = condition.lastTransitionTime
    return since === undefined || longerThan(clock, since, 10 * seconds)
  })
}
