import type { CertificateState } from '../certificates/secret.ts'
import type { GrantFrom } from '../model/grants.ts'
import { nameText } from '../model/names.ts'
import type { ObjectReference } from '../model/references.ts'
import { type Referred, resolve } from '../model/referred.ts'
import type { ClientValidation } from './types.ts'

export const listenerFaultReasons = [
  'RefNotPermitted',
  'InvalidCertificateRef',
  'InvalidCACertificateKind',
  'InvalidCACertificateRef',
] as const

/** Something wrong with one reference. */
export interface ReferenceFault<Reason extends string> {
  readonly reason: Reason
  /** A sentence for people. */
  readonly message: string
  readonly ref: ObjectReference
  /** The grants that do not permit it, where that is what is wrong. */
  readonly grants?: readonly string[]
}

export type ListenerFault = ReferenceFault<(typeof listenerFaultReasons)[number]>

/** What became of several references of one sort. */
export interface ResolvedReferences<Fault> {
  readonly sound: readonly ObjectReference[]
  readonly faults: readonly Fault[]
  /** Why some of them could not be looked at. */
  readonly unreadable: readonly string[]
  /** Certificates that are no longer valid. */
  readonly expired: readonly string[]
}

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

/** The fault of a reference into another namespace that nothing there permits. It must not tell whether its end exists. */
export const notPermitted = (
  ref: ObjectReference,
  grants: readonly string[],
): ReferenceFault<'RefNotPermitted'> => ({
  reason: 'RefNotPermitted',
  message: `No ReferenceGrant in namespace ${ref.namespace} permits the reference to ${ref.kind} ${nameText(ref)}`,
  ref,
  grants,
})

export const kindText = ({ group, kind }: ObjectReference): string =>
  group === '' ? kind : `${kind}.${group}`

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
