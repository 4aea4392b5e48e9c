import { type ConditionRules, False, keep, otherwise, True, Unknown } from '@sitrep/conditions'
import { lookAtLogs } from '../../machines-of/facts.ts'
import type { GateFacts } from '../facts/pass.ts'

/** Names certificates that are not there, as upstream does in the old model and in the new one. */
export function missingCertificates(purposes: readonly string[]): string {
  const [noun, verb] = purposes.length === 1 ? ['certificate', 'is'] : ['certificates', 'are']
  return `Cluster ${noun} for ${purposes.join(', ')} ${verb} not available, please check cluster certificate secrets`
}

const missing = ({ pass: { certificates } }: GateFacts): string =>
  missingCertificates(certificates?.certificates === 'missing' ? certificates.purposes : [])

// biome-ignore format: the table is the specification; its columns stay aligned
export const certificatesAvailable: ConditionRules<GateFacts> = {
  type: 'CertificatesAvailable',
  rows: [
    ['nobody looked for the certificates',              ({ pass }) => pass.certificates === undefined,                  keep],
    ['the certificates cannot be read or understood',   ({ pass }) => pass.certificates?.certificates === 'unclear',    Unknown('InternalError', lookAtLogs)],
    ['certificates are gone that were there',           ({ pass }) => pass.certificates?.certificates === 'missing',    False('NotAvailable', missing)],
    ['otherwise',                                       otherwise,                                                      True('Available')],
  ],
}
