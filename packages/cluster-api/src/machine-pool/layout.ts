import type { Fields, Typed } from '@sitrep/status'
import type { NamedParts } from '../crds/named.ts'
import { allOrNone, filled, underDeprecated } from '../old-model/layout.ts'
import { withoutUnsaid } from '../pass/verdict.ts'
import { countsOf, type PoolSteps } from './facts/facts.ts'
import type { MachinePoolOutcome } from './language.ts'
import type { machinePoolSchema } from './schema.ts'

type Stages = (typeof machinePoolSchema)['status']

/** What is written of a MachinePool as released; what the document alone has is taken away. */
type ReleasedStatus = Typed<Stages['released-v1beta2'], NamedParts> & {
  readonly backCompatibility?: undefined
}

/** What is written of a MachinePool as the document has it; what was released alone is taken away. */
type ProposalStatus = Typed<Stages['proposal-v1beta2'], NamedParts> & Taken

type Taken = { readonly deprecated?: undefined; readonly versions?: undefined; readonly phase?: undefined }

function found({ infrastructure, nodes }: PoolSteps): Fields {
  return {
    replicas: infrastructure.replicas,
    nodeRefs: nodes.nodeRefs.length === 0 ? undefined : nodes.nodeRefs,
  }
}

const observedGeneration = ({ facts, failed }: MachinePoolOutcome): Fields =>
  failed ? {} : { observedGeneration: facts.observed.generation }

/** As released in v1beta2. Counters that cannot be taken stay as they were. */
export function writeReleased(outcome: MachinePoolOutcome): ReleasedStatus {
  const { steps, phase, old } = outcome
  return {
    ...(steps && {
      ...found(steps),
      ...steps.counts,
      initialization: withoutUnsaid({
        bootstrapDataSecretCreated: steps.bootstrap.created,
        infrastructureProvisioned: steps.infrastructure.provisioned,
      }),
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
export function writeProposal(outcome: MachinePoolOutcome): ProposalStatus {
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
