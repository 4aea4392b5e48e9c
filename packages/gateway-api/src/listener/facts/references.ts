import type { CertificateState } from '../../certificates/types.ts'
import { nameText } from '../../model/names.ts'
import { kindText, notPermitted, resolve } from '../../references/facts.ts'
import type {
  GrantFrom,
  ObjectReference,
  ReferenceFault,
  Referred,
  ResolvedReferences,
} from '../../references/types.ts'
import type { ClientValidation } from '../types.ts'

export const listenerFaultReasons = [
  'RefNotPermitted',
  'InvalidCertificateRef',
  'InvalidCACertificateKind',
  'InvalidCACertificateRef',
] as const

export type ListenerFault = ReferenceFault<(typeof listenerFaultReasons)[number]>

/** Whether an instant has gone by. */
export type HasPassed = (instant: string) => boolean

/** Whether references to certificates lead to any. */
export function resolveCertificates<Reason extends string>(
  references: readonly Referred<CertificateState>[],
  { referrer, passed, invalid }: { referrer: GrantFrom; passed: HasPassed; invalid: Reason },
): ResolvedReferences<ReferenceFault<Reason | 'RefNotPermitted'>> {
  const result = emptyResult<ReferenceFault<Reason | 'RefNotPermitted'>>()
  for (const referred of references) {
    const { ref } = referred
    const found = resolve(referred, referrer)
    const fault = (message: string) => result.faults.push({ reason: invalid, message, ref })
    const name = `Secret ${nameText(ref)}`
    if (found.state === 'unreadable') result.unreadable.push(`${name}: ${found.why}`)
    else if (found.state === 'not permitted') result.faults.push(notPermitted(ref, found.grants))
    else if (found.state === 'other kind')
      fault(`${kindText(ref)} is no kind of certificate that is supported`)
    else if (found.state === 'missing') fault(`${name} does not exist`)
    else if (found.target.state === 'withheld') result.unreadable.push(`${name}: its values are not shown`)
    else if (found.target.state === 'unsound') fault(`${name} cannot be used, ${found.target.fault}`)
    else {
      result.sound.push(ref)
      if (passed(found.target.notAfter)) result.expired.push(name)
    }
  }
  return result
}

/** Whether the authorities that clients are verified with can be used. */
export function resolveAuthorities(
  validation: ClientValidation | undefined,
  referrer: GrantFrom,
): ResolvedReferences<ListenerFault> {
  const result = emptyResult<ListenerFault>()
  for (const referred of validation?.authorities ?? []) {
    const { ref } = referred
    const found = resolve(referred, referrer)
    const name = `ConfigMap ${nameText(ref)}`
    const fault = (reason: ListenerFault['reason'], message: string) =>
      result.faults.push({ reason, message, ref })
    if (found.state === 'unreadable') result.unreadable.push(`${name}: ${found.why}`)
    else if (found.state === 'not permitted') result.faults.push(notPermitted(ref, found.grants))
    else if (found.state === 'other kind')
      fault('InvalidCACertificateKind', `${kindText(ref)} is no kind of authority that is supported`)
    else if (found.state === 'missing') fault('InvalidCACertificateRef', `${name} does not exist`)
    else if (!found.target.sound)
      fault('InvalidCACertificateRef', `${name} has no certificate in PEM under ca.crt`)
    else result.sound.push(ref)
  }
  return result
}

interface GrowingResult<Fault> {
  sound: ObjectReference[]
  faults: Fault[]
  unreadable: string[]
  expired: string[]
}

const emptyResult = <Fault>(): GrowingResult<Fault> => ({
  sound: [],
  faults: [],
  unreadable: [],
  expired: [],
})
