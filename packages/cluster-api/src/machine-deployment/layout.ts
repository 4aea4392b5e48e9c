import type { Fields } from '@sitrep/status'
import type { WrittenStatus } from '../crds/schema.ts'
import { uncounted } from '../machines-of/counters.ts'
import { formatSelector } from '../machines-of/selector.ts'
import { filled, underDeprecated } from '../old-model/layout.ts'
import { unlessEmpty } from '../pass/computed.ts'
import type { MachineDeploymentOutcome } from './language.ts'
import { phaseOf } from './old-status.ts'
import type { machineDeploymentSchema } from './schema.ts'

function always({ observed, failed }: MachineDeploymentOutcome): Fields {
  return {
    selector: formatSelector(observed.selector) || undefined,
    ...(failed ? {} : { observedGeneration: observed.generation }),
  }
}

/** As released in v1beta2. Counters that cannot be taken stay as they were. */
export function writeReleased(
  outcome: MachineDeploymentOutcome,
): WrittenStatus<typeof machineDeploymentSchema, 'released'> {
  const { facts, old } = outcome
  return {
    ...always(outcome),
    ...(facts.listed && { ...facts.counts, versions: unlessEmpty(facts.counts.versions) }),
    phase: phaseOf(facts),
    deprecated: underDeprecated(old, [
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
    ]),
    backCompatibility: undefined,
  }
}

/** As the document lays out its second stage. Counters that cannot be taken are not there. */
export function writeProposal(
  outcome: MachineDeploymentOutcome,
): WrittenStatus<typeof machineDeploymentSchema, 'proposal'> {
  const { facts, old } = outcome
  const { versions: _released, ...counters } = facts.counts
  return {
    ...always(outcome),
    ...(facts.listed ? counters : uncounted),
    // The document has no word on this one, so it stays where it was and counts as it did.
    unavailableReplicas: old.unavailableReplicas,
    versions: undefined,
    phase: undefined,
    backCompatibility: filled({ phase: phaseOf(facts), conditions: old.conditions }),
    deprecated: undefined,
  }
}
