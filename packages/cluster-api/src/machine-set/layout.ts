import { filterStretches } from '@sitrep/conditions'
import type { Fields } from '@sitrep/status'
import type { WrittenStatus } from '../crds/schema.ts'
import { countMachines, type MachineCounts, notOutdated, uncounted } from '../machines-of/counters.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import { formatSelector, isValidSelector } from '../machines-of/selector.ts'
import { versionsOf } from '../machines-of/versions.ts'
import { filled, underDeprecated } from '../old-model/layout.ts'
import { unlessEmpty } from '../pass/computed.ts'
import type { MachineSetFacts } from './facts/facts.ts'
import type { MachineSetOutcome } from './language.ts'
import type { machineSetSchema } from './schema.ts'

function always({ observed, failed }: MachineSetOutcome): Fields {
  return {
    ...(isValidSelector(observed.selector) && { selector: formatSelector(observed.selector) || undefined }),
    ...(failed ? {} : { observedGeneration: observed.generation }),
  }
}

/** Counters by the Machines' conditions; one that is being updated in place is nothing but a replica meanwhile. */
function counters({ machines }: MachineSetFacts): MachineCounts {
  return { ...countMachines(notUpdating(machines)), replicas: machines.length }
}

const notUpdating = filterStretches(({ updatingInPlace }: MachineSeen) => !updatingInPlace)

/** As released in v1beta2. Counters that cannot be taken stay as they were. */
export function writeReleased(
  outcome: MachineSetOutcome,
): WrittenStatus<typeof machineSetSchema, 'released'> {
  const { facts, old } = outcome
  return {
    ...always(outcome),
    ...(facts.listed && { ...counters(facts), versions: unlessEmpty(versionsOf(facts.machines)) }),
    deprecated: underDeprecated(old, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas']),
    backCompatibility: undefined,
  }
}

/** Nothing rolls a set out that stands alone: its Machines are up to date unless they say otherwise. */
function proposalCounters(facts: MachineSetFacts): MachineCounts {
  const counts = counters(facts)
  if (facts.revision !== 'stand-alone') return counts
  return {
    ...counts,
    upToDateReplicas: notOutdated(facts.machines).length,
  }
}

/** As the document lays out its second stage. Counters that cannot be taken are not there. */
export function writeProposal(
  outcome: MachineSetOutcome,
): WrittenStatus<typeof machineSetSchema, 'proposal'> {
  const { fullyLabeledReplicas, availableReplicas: _counted, ...old } = outcome.old
  const { facts } = outcome
  return {
    ...always(outcome),
    ...(facts.listed ? proposalCounters(facts) : uncounted),
    fullyLabeledReplicas,
    versions: undefined,
    backCompatibility: filled({ ...old }),
    deprecated: undefined,
  }
}
