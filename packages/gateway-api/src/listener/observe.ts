import { at, fields, list, number, text, type World } from '@sitrep/status'
import { authorityView, certificateView } from '../certificates/observe.ts'
import { configMapKind, gatewayGroup, secretKind } from '../kinds.ts'
import { follow, readReference } from '../references/observe.ts'
import type { AllowedNamespaces, ClientValidation, ListenerObserved, ListenerSpec } from './types.ts'

/** Where listeners stand, and what their Gateway says of the clients of all of them. */
interface ListenerOwner {
  /** The namespace of the Gateway or ListenerSet: its references begin there. */
  readonly namespace: string
  readonly gateway: GatewayTls
}

/** What a Gateway says about TLS for all of its listeners. */
interface GatewayTls {
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
  return listeners.map((spec) => {
    const secured = endsTls(spec)
    return {
      spec,
      secured,
      certificates: secured
        ? (spec.tls?.certificateRefs ?? []).map((ref) =>
            follow(world, { ref, from: owner.namespace }, { kind: secretKind, view: certificateView }),
          )
        : [],
      validation: spec.protocol === 'HTTPS' ? observeValidation(world, spec.port, owner.gateway) : undefined,
    }
  })
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

/** The listeners of a Gateway or ListenerSet in a namespace. */
export function readListeners(spec: unknown, namespace: string): readonly ListenerSpec[] {
  return list(at(spec, 'listeners')).map((entry) => readListener(entry, namespace))
}

function readListener(entry: unknown, namespace: string): ListenerSpec {
  const { name, port, protocol, hostname, tls, allowedRoutes } = fields(entry)
  const kinds = at(allowedRoutes, 'kinds')
  return {
    name: text(name) ?? '',
    port: number(port) ?? 0,
    protocol: text(protocol) ?? '',
    hostname: text(hostname),
    tls:
      tls === undefined
        ? undefined
        : {
            mode: text(at(tls, 'mode')) ?? 'Terminate',
            certificateRefs: list(at(tls, 'certificateRefs')).map((ref) =>
              readReference(ref, { ...secretKind, namespace }),
            ),
          },
    allowedRoutes: {
      namespaces: readNamespaces(at(allowedRoutes, 'namespaces'), 'Same'),
      kinds: list(kinds).length === 0 ? undefined : list(kinds).map(readKind),
    },
  }
}

function readKind(entry: unknown) {
  const { group, kind } = fields(entry)
  return { group: typeof group === 'string' ? group : gatewayGroup, kind: text(kind) ?? '' }
}

/** From which namespaces something is taken, with what holds where nothing is said. */
export function readNamespaces(value: unknown, otherwise: string): AllowedNamespaces {
  const { from, selector } = fields(value)
  return { from: text(from) ?? otherwise, selector }
}

const endsTls = ({ protocol, tls }: ListenerSpec): boolean =>
  protocol === 'HTTPS' || (protocol === 'TLS' && tls?.mode !== 'Passthrough')
