import { understood } from '../../provider-object/field.ts'
import { printTime } from '../../time/longer-than.ts'
import type { MachineFacts } from '../facts/facts.ts'
import type { FoundObject } from '../facts/provider-objects.ts'
import type { MachineOldStatus } from '../types.ts'
import { oldConditions } from './conditions.ts'

/** What the fields of the older API say after a pass. */
export function oldStatusOf(f: MachineFacts): MachineOldStatus {
  const { phase, lastUpdated } = phaseOf(f)
  const { failureReason, failureMessage } = failureOf(f)
  return { phase, lastUpdated, failureReason, failureMessage, conditions: oldConditions(f) }
}

/** The phase of a Machine; of all that apply the last one counts. */
const phases: readonly (readonly [phase: string, applies: (f: MachineFacts) => boolean])[] = [
  ['Provisioning', (f) => f.bootstrap.dataSecretCreated && !f.infrastructure.provisioned],
  ['Provisioned', (f) => f.infrastructure.providerID !== ''],
  ['Running', (f) => f.nodeName !== undefined && f.infrastructure.provisioned],
  ['Updating', (f) => f.updating],
  ['Deleting', (f) => f.deleting],
]

/** The phase and since when it has been that. Where none applies it stays what it was. */
function phaseOf(f: MachineFacts): Pick<MachineOldStatus, 'phase' | 'lastUpdated'> {
  const { phase: before, lastUpdated } = f.observed.previous.old
  const phase = phases.findLast(([, applies]) => applies(f))?.[0] ?? before ?? 'Pending'
  return phase === before ? { phase, lastUpdated } : { phase, lastUpdated: printTime(f.clock.now) }
}

type Failure = Pick<MachineOldStatus, 'failureReason' | 'failureMessage'>

/** What a Machine was said to have failed of for good. Nothing ever takes it back. */
function failureOf(f: MachineFacts): Failure {
  if (isInfrastructureLost(f)) return lostInfrastructure(f)
  const [bootstrap, infrastructure] = [reportedBy(f.found.bootstrap), reportedBy(f.found.infrastructure)]
  const { old } = f.observed.previous
  return bootstrap || infrastructure ? { ...old, ...bootstrap, ...infrastructure } : old
}

function reportedBy(found: FoundObject | undefined): Partial<Failure> | undefined {
  if (found === undefined) return undefined
  const { ref, seen } = found
  if (seen.failureReason === undefined && seen.failureMessage === undefined) return undefined
  const reason = understood(seen.failureReason)?.text
  const message = understood(seen.failureMessage)?.text
  const kind = `${seen.apiVersion}, Kind=${ref.kind}`
  const from = `Failure detected from referenced resource ${kind} with name ${JSON.stringify(ref.name)}`
  return {
    ...(reason && { failureReason: reason }),
    ...(message && { failureMessage: `${from}: ${message}` }),
  }
}

const isInfrastructureLost = ({ deleting, infrastructure }: MachineFacts): boolean =>
  !deleting && infrastructure.object === 'missing' && infrastructure.provisioned

function lostInfrastructure({ machine }: MachineFacts): Failure {
  const { kind = '', name = '' } = machine.spec.infrastructureRef ?? {}
  const what = `${kind} ${machine.ref.namespace ?? ''}/${name}`
  return {
    failureReason: 'InvalidConfiguration',
    failureMessage: `Machine infrastructure resource ${what} has been deleted after provisioning was completed`,
  }
}
