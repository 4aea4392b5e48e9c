import { compact, type Fields, fields } from '@sitrep/status'
import { countMachines } from '../machines-of/counters.ts'
import { versionsOf } from '../machines-of/versions.ts'
import { filled, underDeprecated } from '../old-model/layout.ts'
import { unlessEmpty } from '../pass/computed.ts'
import type { ControlPlaneOutcome } from './language.ts'

/** What both languages write in the same place. */
function currentFields({ facts, conditions, lastRemediation, failed }: ControlPlaneOutcome): Fields {
  const { pass, judged, initialized } = facts
  const { controlPlane, previous } = pass.observed
  const versions = versionsOf(judged)
  return {
    conditions,
    // An explicit `false` is somebody's word and stays; only `true` is ours to add.
    initialization: initialized
      ? { controlPlaneInitialized: true }
      : unlessEmpty(fields(pass.observed.previousStatus['initialization'])),
    selector: `cluster.x-k8s.io/cluster-name=${controlPlane.clusterName},cluster.x-k8s.io/control-plane`,
    ...countMachines(judged),
    versions: unlessEmpty(versions),
    version: versions[0]?.version ?? previous.version,
    lastRemediation,
    observedGeneration: failed ? previous.observedGeneration : controlPlane.generation,
  }
}

/** As released in v1beta2: the older API under `deprecated.v1beta1`. */
export function writeReleased(outcome: ControlPlaneOutcome): Fields {
  const { ready: _ready, ...old } = outcome.old
  return compact<Fields>({
    ...outcome.facts.pass.observed.previousStatus,
    ...currentFields(outcome),
    deprecated: underDeprecated(old, ['updatedReplicas', 'readyReplicas', 'unavailableReplicas']),
    backCompatibility: undefined,
    ready: undefined,
  })
}

const uncounted: Fields = {
  replicas: undefined,
  readyReplicas: undefined,
  availableReplicas: undefined,
  upToDateReplicas: undefined,
}

/** As the document lays out its second stage: the older API under `backCompatibility`, but `ready` where it was. */
export function writeProposal(outcome: ControlPlaneOutcome): Fields {
  const { ready, unavailableReplicas, updatedReplicas: _renamed, ...old } = outcome.old
  return compact<Fields>({
    ...outcome.facts.pass.observed.previousStatus,
    ...currentFields(outcome),
    ...(outcome.facts.pass.listed ? {} : uncounted),
    versions: undefined,
    ready,
    // The document has no word on this one, so it stays where it was and counts as it did.
    unavailableReplicas,
    backCompatibility: filled({ ...old }),
    deprecated: undefined,
  })
}
