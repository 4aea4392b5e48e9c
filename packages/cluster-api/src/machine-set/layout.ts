import { countMachines, type MachineCounts } from '../machines-of/counters.ts'
import { formatSelector } from '../machines-of/selector.ts'
import { versionsOf } from '../machines-of/versions.ts'
import type { Fields } from '../model/fields.ts'
import { filled, underDeprecated } from '../old-model/layout.ts'
import type { MachineSetOutcome } from './outcome.ts'
import type { MachineSetFacts } from './types.ts'

function always({ observed, failed }: MachineSetOutcome): Fields {
  return {
    selector: formatSelector(observed.selector) || undefined,
    ...(failed ? {} : { observedGeneration: observed.generation }),
  }
}

/** Counters by the Machines' conditions; one that is being updated in place is nothing but a replica meanwhile. */
function counters({ machines }: MachineSetFacts): MachineCounts {
  const counts = countMachines(machines.filter(({ updatingInPlace }) => !updatingInPlace))
  return { ...counts, replicas: machines.length }
}

/** As released in v1beta2. Counters that cannot be taken stay as they were. */
export function writeReleased(outcome: MachineSetOutcome): Fields {
  const { facts, old } = outcome
  return {
    ...always(outcome),
    ...(facts.listed && { ...counters(facts), versions: versionsOf(facts.machines) }),
    deprecated: underDeprecated(old),
    backCompatibility: undefined,
  }
}

const uncounted: Fields = {
  replicas: undefined,
  readyReplicas: undefined,
  availableReplicas: undefined,
  upToDateReplicas: undefined,
}

/** As the document lays out its second stage. Counters that cannot be taken are not there. */
export function writeProposal(outcome: MachineSetOutcome): Fields {
  const { fullyLabeledReplicas, availableReplicas: _counted, ...old } = outcome.old
  const { facts } = outcome
  return {
    ...always(outcome),
    ...(facts.listed ? counters(facts) : uncounted),
    fullyLabeledReplicas,
    versions: undefined,
    backCompatibility: filled({ ...old }),
    deprecated: undefined,
  }
}
