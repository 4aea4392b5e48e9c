import type { SeverityCondition } from '@sitrep/conditions'
import { at, number, text, type View } from '@sitrep/status'
import { compareVersions, parseVersion } from '../../machines-of/semver.ts'
import type { VersionCount } from '../../machines-of/versions.ts'
import { type OldFailure, readFailure } from '../../old-model/failure.ts'
import { providerOldReadyOf } from '../../old-model/old-conditions.ts'
import { type ProviderConditions, providerConditions } from '../../provider-object/conditions.ts'
import type { Contract } from '../../provider-object/contract.ts'
import { type Field, flagField, listField } from '../../provider-object/field.ts'
import { controllerUid, isEndpoint } from './infrastructure-seen.ts'

/** The control plane object of a Cluster, as far as a Cluster looks at it. */
export interface ControlPlaneSeen {
  readonly contract: Contract
  readonly deleting: boolean
  readonly initialized: Field<boolean>
  readonly hasEndpoint: boolean
  readonly desired: number | undefined
  readonly replicas: number | undefined
  readonly ready: number | undefined
  readonly available: number | undefined
  readonly unavailable: number | undefined
  readonly upToDate: number | undefined
  readonly versions: Field<readonly VersionCount[]>
  readonly conditions: ProviderConditions
  readonly oldReady: SeverityCondition | undefined
  readonly failure: OldFailure
}

/** The same before the contract is known. */
export interface ControlPlaneParts extends Omit<ControlPlaneSeen, 'contract' | 'initialized' | 'upToDate'> {
  readonly controller: string | undefined
  readonly initialized: { readonly [Spoken in Contract]: Field<boolean> }
  readonly upToDate: { readonly [Spoken in Contract]: number | undefined }
}

const mergedTypes = ['Available', 'UpToDate', 'Remediating', 'RollingOut', 'ScalingUp', 'ScalingDown']

export const controlPlaneOfCluster: View<ControlPlaneParts> = {
  name: 'controlPlaneOfCluster',
  of: (object) => {
    const { metadata, spec, status } = object
    return {
      controller: controllerUid(object),
      deleting: metadata.deletionTimestamp !== undefined,
      initialized: {
        v1beta1: flagField(status, 'initialized'),
        v1beta2: flagField(status, 'initialization', 'controlPlaneInitialized'),
      },
      hasEndpoint: isEndpoint(at(spec, 'controlPlaneEndpoint')),
      desired: number(at(spec, 'replicas')),
      replicas: number(at(status, 'replicas')),
      ready: number(at(status, 'readyReplicas')),
      available: number(at(status, 'availableReplicas')),
      unavailable: number(at(status, 'unavailableReplicas')),
      upToDate: {
        v1beta1: number(at(status, 'updatedReplicas')),
        v1beta2: number(at(status, 'upToDateReplicas')),
      },
      versions: readVersions(status),
      conditions: providerConditions(object, mergedTypes),
      oldReady: providerOldReadyOf(object),
      failure: readFailure(object),
    }
  },
}

/** Versions that are none, or that do not stand oldest first, cannot be taken over. */
function readVersions(status: unknown): Field<readonly VersionCount[]> {
  const entries = listField(status, 'versions')
  if (entries === undefined || entries === 'malformed') return entries
  const counts = entries.map((entry) => ({
    version: text(at(entry, 'version')) ?? '',
    replicas: number(at(entry, 'replicas')) ?? 0,
  }))
  const sound = counts.every(
    ({ version, replicas }, place) => replicas >= 0 && isInOrder(counts[place - 1]?.version, version),
  )
  return sound ? counts.map(withoutZero) : 'malformed'
}

function isInOrder(before: string | undefined, version: string): boolean {
  const current = parseVersion(version)
  if (!current.valid) return false
  const earlier = before === undefined ? current : parseVersion(before)
  return earlier.valid && compareVersions(current.version, earlier.version) !== -1
}

const withoutZero = ({
  version,
  replicas,
}: {
  readonly version: string
  readonly replicas: number
}): VersionCount => (replicas === 0 ? { version } : { version, replicas })
