import { at, clockAt, fields, list, refOf, text, type World } from '@sitrep/status'
import { readProbe } from '../../connection/observe.ts'
import { annotations, clusterClassKind } from '../../kinds.ts'
import { contractRef } from '../../model/references.ts'
import { legacyStatus } from '../../model/stages.ts'
import { observePrevious, ownOldTypes } from '../../old-model/observe.ts'
import type { StatusFields } from '../../pass/computed.ts'
import { hasPausedAnnotation, isClusterPaused } from '../../pass/paused.ts'
import type {
  AvailabilityGate,
  Cluster,
  ClusterBefore,
  ClusterObserved,
  FailureDomain,
  TopologySeen,
} from '../types.ts'
import { listDescendants } from './descendants.ts'
import { isEndpoint, observeControlPlane, observeInfrastructure } from './provider-objects.ts'

const oldTypes = ownOldTypes('Ready', 'InfrastructureReady', 'ControlPlaneReady', 'ControlPlaneInitialized')

/** Picks what the status of a Cluster rests on. */
export function observeCluster(
  gracePeriodMs: number,
): (object: Cluster, world: World<StatusFields>) => ClusterObserved {
  return (object, world) => {
    const { metadata, spec } = object
    const { name, namespace = '', uid } = metadata
    const infrastructureRef = contractRef(at(spec, 'infrastructureRef'))
    const controlPlaneRef = contractRef(at(spec, 'controlPlaneRef'))
    const previous = observePrevious(world, { ...oldTypes, ref: refOf(object) })
    return {
      namespace,
      name,
      uid,
      generation: metadata.generation,
      previous,
      before: readBefore(previous),
      clock: clockAt(world.now),
      gracePeriodMs,
      paused: {
        kind: 'Cluster',
        clusterPaused: isClusterPaused(object),
        annotated: hasPausedAnnotation(object),
      },
      deleting: metadata.deletionTimestamp !== undefined,
      hasEndpoint: isEndpoint(at(spec, 'controlPlaneEndpoint')),
      topology: observeTopology(object, world),
      gates: readGates(at(spec, 'availabilityGates')),
      infrastructureRef,
      infrastructure: observeInfrastructure(world, { namespace, ref: infrastructureRef }),
      controlPlaneRef,
      controlPlane: observeControlPlane(world, { namespace, ref: controlPlaneRef }),
      descendants: listDescendants(world, namespace, name),
      probe: readProbe(world, namespace, name),
    }
  }
}

function readBefore(status: StatusFields | undefined): ClusterBefore {
  return {
    initialization: fields(at(status, 'initialization')),
    controlPlane: fields(at(status, 'controlPlane')),
    workers: fields(at(status, 'workers')),
    failureDomains: at(status, 'failureDomains') as readonly FailureDomain[] | undefined,
    phase: text(at(status, 'phase')) ?? text(legacyStatus(status)['phase']),
  }
}

/** Gates as a Cluster or a ClusterClass names them; nothing where there is no such field. */
function readGates(value: unknown): readonly AvailabilityGate[] | undefined {
  if (value === undefined || value === null) return undefined
  return list(value).map((gate) => ({
    type: text(at(gate, 'conditionType')) ?? '',
    negative: at(gate, 'polarity') === 'Negative',
  }))
}

const gatesOfClass = {
  name: 'gatesOfClass',
  of: ({ spec }: Cluster): readonly AvailabilityGate[] => readGates(at(spec, 'availabilityGates')) ?? [],
}

function observeTopology({ metadata, spec }: Cluster, world: World): TopologySeen | undefined {
  const topology = fields(at(spec, 'topology'))
  if (Object.keys(topology).length === 0) return undefined
  const namespace =
    text(at(topology, 'classRef', 'namespace')) ??
    text(topology['classNamespace']) ??
    metadata.namespace ??
    ''
  const name = text(at(topology, 'classRef', 'name')) ?? text(topology['class']) ?? ''
  return {
    classGates: world.get({ ...clusterClassKind, namespace, name }, gatesOfClass),
    okToDelete: Object.hasOwn(metadata.annotations ?? {}, annotations.okToDelete),
  }
}
