import { at, fields, list, number, text, type View } from '@sitrep/status'
import { isClusterPaused } from '../../paused/paused.ts'

/** A Cluster as its control plane sees it. */
export interface ClusterOfControlPlane {
  readonly paused: boolean
  readonly infrastructureProvisioned: boolean
  readonly hasEndpoint: boolean
  /** The version that the whole cluster is to have; nothing without a topology. */
  readonly topologyVersion: string | undefined
  /** The version of the step that an upgrade over several versions has reached. */
  readonly upgradeStep: string | undefined
  /** The failure domains that may hold control plane Machines. */
  readonly failureDomains: readonly string[]
}

const upgradeStepAnnotation = 'topology.internal.cluster.x-k8s.io/upgrade-step'

export const clusterForControlPlane: View<ClusterOfControlPlane> = {
  name: 'clusterForControlPlane',
  of: (object) => {
    const { metadata, spec, status } = object
    const topology = fields(at(spec, 'topology'))
    return {
      paused: isClusterPaused(object),
      infrastructureProvisioned: at(status, 'initialization', 'infrastructureProvisioned') === true,
      hasEndpoint:
        text(at(spec, 'controlPlaneEndpoint', 'host')) !== undefined &&
        Boolean(number(at(spec, 'controlPlaneEndpoint', 'port'))),
      topologyVersion: Object.keys(topology).length === 0 ? undefined : (text(topology['version']) ?? ''),
      upgradeStep: text(metadata.annotations?.[upgradeStepAnnotation]),
      failureDomains: list(at(status, 'failureDomains')).flatMap((domain) =>
        at(domain, 'controlPlane') === true ? (text(at(domain, 'name')) ?? []) : [],
      ),
    }
  },
}
