import type { MachineFacts } from '../facts.ts'
import type { MachineLegacy } from '../types.ts'

/** The phase of a Machine; of all that apply the last one counts. */
const phases: readonly (readonly [phase: string, applies: (f: MachineFacts) => boolean])[] = [
  ['Provisioning', (f) => f.bootstrap.dataSecretCreated && !f.infrastructure.provisioned],
  ['Provisioned', (f) => f.infrastructure.providerID !== ''],
  ['Running', (f) => f.nodeName !== undefined && f.infrastructure.provisioned],
  ['Updating', (f) => f.updating],
  ['Deleting', (f) => f.deleting],
]

/** The phase and since when it has been that. Where none applies it stays what it was. */
export function phaseOf(f: MachineFacts): Pick<MachineLegacy, 'phase' | 'lastUpdated'> {
  const { phase: before, lastUpdated } = f.observed.previous.legacy
  const phase = phases.findLast(([, applies]) => applies(f))?.[0] ?? before ?? 'Pending'
  return phase === before ? { phase, lastUpdated } : { phase, lastUpdated: f.clock.now }
}
