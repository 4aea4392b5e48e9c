import { eksAnywhereGroup } from '../../kinds.ts'
import type { ClusterObserved, ManagerSeen } from '../types.ts'
import { type Finding, notFound, told, untold } from './fault.ts'
import { compareVersions, formatVersion, parseVersion } from './version.ts'

/** A managed cluster without a release of its own needs a management cluster that lends it one. */
export function lentRelease({ spec, managers }: ClusterObserved): Finding {
  if (spec.managedBy === undefined || spec.bundles !== undefined || spec.eksaVersion !== undefined)
    return undefined
  if (!managers.read) return { unread: managers.why }
  const manager = managerIn(managers)
  if (manager === undefined && managers.items.length > 0) {
    return {
      reason: 'ManagementClusterRefInvalid',
      message: severalManagers(spec.managedBy),
      told: 'nothing',
      ends: 'stop',
    }
  }
  if (manager === undefined)
    return told('ManagementClusterRefInvalid', `Management cluster ${spec.managedBy} does not exist`, 'stop')
  if (manager.eksaVersion !== undefined || manager.bundles !== undefined) return undefined
  return {
    reason: 'ManagementClusterRefInvalid',
    message: 'Management cluster must have either EksaVersion or BundlesRef',
    told: 'message',
    ends: 'stop',
  }
}

/** The management cluster that is meant; nothing where there is none, or no telling which. */
const managerIn = (managers: ClusterObserved['managers']): ManagerSeen | undefined =>
  managers.read && managers.items.length === 1 ? managers.items[0] : undefined

const severalManagers = (name: string): string => `found multiple clusters with the name ${name}`

/** The management cluster that a Cluster names must exist, once, and manage itself. */
export function managementCluster({ spec, managers }: ClusterObserved): Finding {
  const { managedBy } = spec
  if (managedBy === undefined) return undefined
  if (!managers.read) return { unread: managers.why }
  const manager = managerIn(managers)
  if (manager?.managed)
    return told('ManagementClusterRefInvalid', `${manager.name} is not a valid management cluster`)
  if (manager !== undefined) return undefined
  if (managers.items.length > 0) return told('ManagementClusterRefInvalid', severalManagers(managedBy))
  const gone = notFound('Cluster', managedBy, eksAnywhereGroup)
  return told('ManagementClusterRefInvalid', `unable to retrieve management cluster ${managedBy}: ${gone}`)
}

/** How the version of a managed cluster stands to that of its management cluster. */
export type VersionsCompared =
  /** There is nothing to compare. */
  | { readonly compared: false; readonly finding: Finding }
  /** It was compared; a standing answer on it is void. */
  | { readonly compared: true; readonly finding: Finding }

// The version that builds of the development branch bear: such a management cluster takes any version.
const developmentVersion = { major: 0, minor: 19, patch: 0 }

/** A managed cluster must not be ahead of its management cluster. */
export function versionAgainstManager({ managers, release, spec }: ClusterObserved): VersionsCompared {
  const manager = spec.managedBy === undefined ? undefined : managerIn(managers)
  if (manager === undefined || release.bundlesLink !== undefined)
    return { compared: false, finding: undefined }
  if (release.eksaVersion === undefined && manager.eksaVersion === undefined)
    return { compared: false, finding: undefined }
  return compareWith(manager, release.eksaVersion)
}

function compareWith(manager: ManagerSeen, eksaVersion: string | undefined): VersionsCompared {
  const own = parseVersion(eksaVersion ?? '')
  const above = parseVersion(manager.eksaVersion ?? '')
  if (own === undefined || above === undefined) {
    const text = `the versions ${eksaVersion ?? 'none'} and ${manager.eksaVersion ?? 'none'} of cluster and management cluster cannot be compared`
    return { compared: false, finding: untold('EksaVersionInvalid', text) }
  }
  if (compareVersions(above, developmentVersion) === 0) return { compared: false, finding: undefined }
  if (compareVersions(own, above) <= 0) return { compared: true, finding: undefined }
  const text = `cannot upgrade workload cluster to ${formatVersion(own)} while management cluster is an older version: ${formatVersion(above)}`
  return { compared: true, finding: told('EksaVersionInvalid', text) }
}
