import { at, fields, list, text, type View } from '@sitrep/status'
import { configMapKind, gatewayKind } from '../kinds.ts'
import { nameText } from '../model/names.ts'
import { namespacedNameOf, readReference } from '../model/references.ts'
import type { PolicySeen } from './types.ts'

/** A BackendTLSPolicy, as a Gateway sees it: what it asks for, and what is said of it there. */
export const policyForGateway: View<PolicySeen> = {
  name: 'policyForGateway',
  of: (policy) => {
    const { namespace, name } = namespacedNameOf(policy)
    const validation = at(policy.spec, 'validation')
    const wellKnown = text(at(validation, 'wellKnownCACertificates'))
    return {
      namespace,
      name,
      created: policy.metadata.creationTimestamp ?? '',
      targets: list(at(policy.spec, 'targetRefs')).map((entry) => {
        const { name: service, sectionName } = fields(entry)
        return { service: `${namespace}/${service}`, section: text(sectionName) }
      }),
      hostname: text(at(validation, 'hostname')) ?? '',
      subjectAltNames: list(at(validation, 'subjectAltNames')).map(fields),
      authorities: list(at(validation, 'caCertificateRefs')).map((ref) => ({
        ...readReference(ref, { ...configMapKind, namespace }),
        namespace,
      })),
      wellKnownAuthorities: wellKnown,
      verdicts: verdictsOf(policy.status, namespace),
    }
  },
}

function verdictsOf(status: unknown, namespace: string): PolicySeen['verdicts'] {
  return Object.fromEntries(
    list(at(status, 'ancestors')).flatMap((entry) => {
      const ancestor = readReference(at(entry, 'ancestorRef'), { ...gatewayKind, namespace })
      const accepted = list(at(entry, 'conditions'))
        .map(fields)
        .find(({ type }) => type === 'Accepted')
      if (ancestor.kind !== gatewayKind.kind || accepted === undefined) return []
      return [[nameText(ancestor), accepted['status'] === 'True' ? 'Accepted' : String(accepted['reason'])]]
    }),
  )
}
