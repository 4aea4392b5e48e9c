import type { OwnerSeen } from '../types.ts'
import type { MachineFacts } from './facts.ts'

/**
 * How long the Machine has to be Ready before it counts: as it says itself, else as its owner does. Nothing where the owner
 * cannot be read.
 */
export function minReadySecondsOf({ machine, observed }: MachineFacts): number | undefined {
  return machine.spec.minReadySeconds ?? saidBy(observed.owner)
}

// A MachineDeployment outranks its MachineSet: what it says is on its way down to the set and to the Machine.
function saidBy(owner: OwnerSeen): number | undefined {
  switch (owner.owner) {
    case 'none':
      return 0
    case 'set':
      return owner.set.read ? (owner.set.item?.minReadySeconds ?? 0) : undefined
    case 'deployment': {
      const { deployment, set } = owner
      if (!deployment.read) return undefined
      return (deployment.item ?? set).minReadySeconds ?? 0
    }
  }
}
