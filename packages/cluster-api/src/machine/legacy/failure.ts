import { understood } from '../../provider-object/field.ts'
import type { MachineFacts } from '../facts.ts'
import type { FoundObject } from '../rules/provider-ready.ts'
import type { MachineLegacy } from '../types.ts'

type Failure = Pick<MachineLegacy, 'failureReason' | 'failureMessage'>

/** What a Machine was said to have failed of for good. Nothing ever takes it back. */
export function failureOf(f: MachineFacts): Failure {
  const { failureReason, failureMessage } = f.observed.previous.legacy
  if (isInfrastructureLost(f)) return lostInfrastructure(f)
  const { bootstrap, infrastructure } = f.found
  return {
    failureReason,
    failureMessage,
    ...(bootstrap && reportedBy(bootstrap)),
    ...(infrastructure && reportedBy(infrastructure)),
  }
}

function reportedBy({ ref, seen }: FoundObject): Partial<Failure> | undefined {
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
