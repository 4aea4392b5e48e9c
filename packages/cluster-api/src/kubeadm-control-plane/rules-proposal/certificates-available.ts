import { type ConditionRules, False, keep, otherwise, True, Unknown } from '@sitrep/conditions'
import { isUnsaid } from '../pass-facts.ts'
import type { GateFacts } from '../rules/gate.ts'

const type = 'CertificatesAvailable'
const unseen = ({ pass }: GateFacts): boolean => pass.certificates === undefined

function missing({ pass: { certificates } }: GateFacts): string {
  const purposes = certificates?.certificates === 'missing' ? certificates.purposes : []
  return `Certificates are missing: ${purposes.join(', ')}`
}

/** The document's CertificatesAvailable: all certificates of the cluster exist. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const certificatesAvailable: ConditionRules<GateFacts> = {
  type,
  rows: [
    ['nobody looked for the certificates so far',     (f) => unseen(f) && isUnsaid(f.pass, type),                     Unknown('InspectionFailed', 'Nobody has looked for the certificates yet')],
    ['nobody looked for the certificates this time',  unseen,                                                         keep],
    ['the certificates cannot be read or understood', ({ pass }) => pass.certificates?.certificates === 'unclear',    Unknown('InternalError', 'The certificates cannot be read, see the log for the error')],
    ['certificates are gone that were there',         ({ pass }) => pass.certificates?.certificates === 'missing',    False('NotAvailable', missing)],
    ['otherwise',                                     otherwise,                                                      True('Available')],
  ],
}
