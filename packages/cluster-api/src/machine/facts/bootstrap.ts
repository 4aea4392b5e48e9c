import type { Instant } from '@sitrep/conditions'
import { annotations, labels } from '../../kinds.ts'
import { understood } from '../../provider-object/field.ts'
import { parseTime } from '../../time/longer-than.ts'
import type { MachineObserved } from '../types.ts'

/** What one pass over the bootstrap object of a Machine brings. */
export interface BootstrapStep {
  readonly object: 'none' | 'found' | 'missing' | 'unreadable'
  readonly dataSecretCreated: boolean
  /** The step met something that it cannot get past. */
  readonly failed: boolean
}

/** The bootstrap data is there once the provider says so and names the Secret; that is never taken back. */
export function bootstrapStep(observed: MachineObserved): BootstrapStep {
  const { machine, previous, bootstrap } = observed
  const before = previous.bootstrapDataSecretCreated
  if (machine.spec.configRef === undefined || bootstrap === undefined) {
    return { object: 'none', dataSecretCreated: before, failed: false }
  }
  if (!bootstrap.read) return { object: 'unreadable', dataSecretCreated: before, failed: true }
  if (bootstrap.item === undefined) return { object: 'missing', dataSecretCreated: before, failed: false }
  const { contract, object } = bootstrap.item
  if (machine.spec.dataSecretName !== undefined)
    return { object: 'found', dataSecretCreated: true, failed: false }
  const created = object.done[contract]
  if (created === 'malformed') return { object: 'found', dataSecretCreated: before, failed: true }
  if (object.deleting || created !== true)
    return { object: 'found', dataSecretCreated: before, failed: false }
  const named = Boolean(understood(object.dataSecretName)?.text)
  return { object: 'found', dataSecretCreated: named || before, failed: !named }
}

/** When the certificates of a control plane Machine expire. */
export interface CertificatesStep {
  readonly expiryDate: Instant | undefined
  readonly failed: boolean
}

/** The Machine's own annotation comes before that of its bootstrap object; where neither is, nobody knows. */
export function certificatesStep(observed: MachineObserved, bootstrap: BootstrapStep): CertificatesStep {
  const { machine, previous } = observed
  const before = previous.certificatesExpiryDate
  if (!Object.hasOwn(machine.labels, labels.controlPlane)) return { expiryDate: before, failed: false }
  const written = machine.annotations[annotations.certificatesExpiry] ?? bootstrapExpiry(observed, bootstrap)
  if (written === undefined) return { expiryDate: undefined, failed: false }
  const expiryDate = parseTime(written)
  return expiryDate === undefined ? { expiryDate: before, failed: true } : { expiryDate, failed: false }
}

function bootstrapExpiry({ bootstrap }: MachineObserved, { object }: BootstrapStep): string | undefined {
  if (object !== 'found' || bootstrap?.read !== true) return undefined
  return bootstrap.item?.object.certificatesExpiry
}
