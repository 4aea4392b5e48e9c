import type { Fields, Typed } from '@sitrep/status'
import type { NamedParts } from '../crds/named.ts'
import { formatSelector } from '../machines-of/selector.ts'
import { filled, underDeprecated } from '../old-model/layout.ts'
import type { MachineDeploymentOutcome } from './outcome.ts'
import { phaseOf } from './phase.ts'
import type { machineDeploymentSchema } from './schema.ts'

type Stages = (typeof machineDeploymentSchema)['status']

/** What is written of a MachineDeployment as released; what the document alone has is taken away. */
type ReleasedStatus = Typed<Stages['released-v1beta2'], NamedParts> & {
  readonly backCompatibility?: undefined
}

/** What is written of a MachineDeployment as the document has it; what was released alone is taken away. */
type ProposalStatus = Typed<Stages['proposal-v1beta2'], NamedParts> & Taken

type Taken = { readonly deprecated?: undefined; readonly versions?: undefined; readonly phase?: undefined }

function always({ observed, failed }: MachineDeploymentOutcome): Fields {
  return {
    selector: formatSelector(observed.selector) || undefined,
    ...(failed ? {} : { observedGeneration: observed.generation }),
  }
}

/** As released in v1beta2. Counters that cannot be taken stay as they were. */
export function writeReleased(outcome: MachineDeploymentOutcome): ReleasedStatus {
  const { facts, old } = outcome
  return {
    ...always(outcome),
    ...(facts.listed && facts.counts),
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
export function writeProposal(outcome: MachineDeploymentOutcome): ProposalStatus {
  const { facts, old } = outcome
  const { replicas, readyReplicas, availableReplicas, upToDateReplicas } = facts.counts
  const counters = { replicas, readyReplicas, availableReplicas, upToDateReplicas }
  const unsaid = {
    replicas: undefined,
    readyReplicas: undefined,
    availableReplicas: undefined,
    upToDateReplicas: undefined,
  }
  return {
    ...always(outcome),
    ...(facts.listed ? counters : unsaid),
    // The document has no word on this one, so it stays where it was and counts as it did.
    unavailableReplicas: old.unavailableReplicas,
    versions: undefined,
    phase: undefined,
    backCompatibility: filled({ phase: phaseOf(facts), conditions: old.conditions }),
    deprecated: undefined,
  }
}
