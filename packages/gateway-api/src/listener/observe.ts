import { at, fields, list, number, text, type World } from '@sitrep/status'
import { authorityView, certificateView } from '../certificates/secret.ts'
import { configMapKind, secretKind } from '../kinds.ts'
import { readReference } from '../model/references.ts'
import { follow } from '../model/referred.ts'
import { endsTls } from './parse.ts'
import type { ClientValidation, ListenerObserved, ListenerSpec } from './types.ts'

/** Where listeners stand, and what their Gateway says of the clients of all of them. */
export interface ListenerOwner {
  /** The namespace of the Gateway or ListenerSet: its references begin there. */
  readonly namespace: string
  readonly gateway: GatewayTls
}

/** What a Gateway says about TLS for all of its listeners. */
export interface GatewayTls {
  readonly namespace: string
  /** `spec.tls.frontend`. */
  readonly frontend: unknown
}

/** Follows the references of listeners. */
export function observeListeners(
  world: World,
  listeners: readonly ListenerSpec[],
  owner: ListenerOwner,
): readonly ListenerObserved[] {
  return listeners.map((spec) => ({
    spec,
    certificates: endsTls(spec)
      ? (spec.tls?.certificateRefs ?? []).map((ref) =>
          follow(world, { ref, from: owner.namespace }, { kind: secretKind, view: certificateView }),
        )
      : [],
    validation: spec.protocol === 'HTTPS' ? observeValidation(world, spec.port, owner.gateway) : undefined,
  }))
}

function observeValidation(
  world: World,
  port: number,
  { namespace, frontend }: GatewayTls,
): ClientValidation | undefined {
  const ofPort = list(at(frontend, 'perPort')).find((entry) => number(fields(entry)['port']) === port)
  const validation = at(ofPort === undefined ? at(frontend, 'default') : at(ofPort, 'tls'), 'validation')
  if (validation === undefined) return undefined
  return {
    mode: text(at(validation, 'mode')) ?? 'AllowValidOnly',
    authorities: list(at(validation, 'caCertificateRefs')).map((value) => {
      const ref = readReference(value, { ...configMapKind, namespace })
      return follow(world, { ref, from: namespace }, { kind: configMapKind, view: authorityView })
    }),
  }
}
