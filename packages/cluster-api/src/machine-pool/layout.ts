import { compact, type Fields } from '@sitrep/status'
import type { WrittenStatus } from '../crds/schema.ts'
import { allOrNone, filled, underDeprecated } from '../old-model/layout.ts'
import { unlessEmpty } from '../pass/computed.ts'
import { countsOf, type PoolSteps } from './facts/facts.ts'
import type { MachinePoolOutcome } from './language.ts'
import type { machinePoolSchema } from './schema.ts'

function found({ infrastructure, nodes }: PoolSteps): Fields {
  return {
    replicas: infrastructure.replicas,
    nodeRefs: unlessEmpty(nodes.nodeRefs),
  }
}

const observedGeneration = ({ facts, failed }: MachinePoolOutcome): Fields =>
  failed ? {} : { observedGeneration: facts.observed.generation }

/** As released in v1beta2. Counters that cannot be taken stay as they were. */
export function writeReleased(
  outcome: MachinePoolOutcome,
): WrittenStatus<typeof machinePoolSchema, 'released'> {
  const { steps, phase, old } = outcome
  return {
    ...(steps && {
      ...found(steps),
      ...(steps.counts && { ...steps.counts, versions: unlessEmpty(steps.counts.versions) }),
      initialization: unlessEmpty(
        compact<Fields>({
          bootstrapDataSecretCreated: steps.bootstrap.created,
          infrastructureProvisioned: steps.infrastructure.provisioned,
        }),
      ),
    }),
    phase,
    deprecated: underDeprecated(old),
    backCompatibility: undefined,
    ...observedGeneration(outcome),
  }
}

const uncounted: Fields = {
  readyReplicas: undefined,
  availableReplicas: undefined,
  upToDateReplicas: undefined,
}

/** As the document lays out its second stage. Counters that cannot be taken are not there. */
export function writeProposal(
  outcome: MachinePoolOutcome,
): WrittenStatus<typeof machinePoolSchema, 'proposal'> {
  const { steps, phase, old, facts } = outcome
  return {
    ...(steps && found(steps)),
    ...uncounted,
    ...countsOf(facts.observed, steps),
    versions: undefined,
    initialization: allOrNone({
      bootstrapSecretCreated: facts.bootstrapped,
      infrastructureProvisioned: facts.provisioned,
    }),
    phase: undefined,
    backCompatibility: filled({ ...old, phase }),
    deprecated: undefined,
    ...observedGeneration(outcome),
  }
}
