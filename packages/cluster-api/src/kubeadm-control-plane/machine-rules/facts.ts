import type { ControlPlaneNode } from '../observe/node-seen.ts'
import type { PassFacts } from '../pass-facts.ts'
import type { MachineObserved } from '../types.ts'

/** What the rules about one Machine of a control plane ask about. */
export interface MachineFacts {
  readonly pass: PassFacts
  readonly machine: MachineObserved
}

export const isDeleting = ({ machine }: MachineFacts): boolean => machine.seen.deletion !== undefined

export const hasNoNodeYet = ({ machine }: MachineFacts): boolean => machine.seen.nodeName === undefined

/** The Node, if it is there; one that cannot be read counts as gone, as upstream has it. */
export const nodeOf = ({ machine }: MachineFacts): ControlPlaneNode | undefined =>
  machine.node?.read === true ? machine.node.item : undefined

/** What a Machine without a Node waits for. */
export function awaited({ machine: { seen } }: MachineFacts): string {
  if (seen.providerID !== '') return `Waiting for a Node with spec.providerID ${seen.providerID} to exist`
  return `Waiting for ${seen.infrastructureRef?.kind ?? ''} to report spec.providerID`
}

export const nodeGone = ({ machine }: MachineFacts): string => `Node ${machine.seen.nodeName} does not exist`

export const nodeUnreachable = ({ machine }: MachineFacts): string =>
  `Node ${machine.seen.nodeName} is unreachable`
