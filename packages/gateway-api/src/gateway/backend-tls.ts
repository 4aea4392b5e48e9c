import { byAge } from '../model/age.ts'
import { nameText } from '../model/names.ts'
import type { RoutingBackend } from '../routing/types.ts'
import type { PolicySeen } from './types.ts'

/** What a request gets where TLS to a backend is asked for and cannot be had. */
const unsecured = 500

/** A backend with what the policies of its Service say, as far as they are accepted at this Gateway. A policy for one port counts before one for all. */
export function securedBackend(
  backend: RoutingBackend,
  policies: readonly PolicySeen[],
  gateway: string,
): RoutingBackend {
  const service = nameText(backend.service)
  const about = (section: string | undefined): PolicySeen | undefined =>
    policies
      .filter(({ targets }) =>
        targets.some((target) => target.service === service && target.section === section),
      )
      .filter(({ verdicts }) => verdicts[gateway] !== undefined && verdicts[gateway] !== 'Conflicted')
      .sort(byAge)[0]
  const policy = (backend.portName === '' ? undefined : about(backend.portName)) ?? about(undefined)
  if (policy === undefined) return backend
  return {
    ...backend,
    tls: {
      hostname: policy.hostname,
      subjectAltNames: policy.subjectAltNames,
      authorities: policy.authorities,
      ...(policy.wellKnownAuthorities !== undefined && { wellKnownAuthorities: policy.wellKnownAuthorities }),
      ...(policy.verdicts[gateway] !== 'Accepted' && { answer: unsecured }),
    },
  }
}
