import type { Instant } from '@sitrep/conditions'
import { annotations, labels } from '../../kinds.ts'
import { parseTime } from '../../time/parse-time.ts'
import type { MachineObserved } from '../types.ts'
import type { BootstrapStep } from './bootstrap.ts'

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
