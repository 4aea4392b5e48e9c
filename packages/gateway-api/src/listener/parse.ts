import { at, fields, list, number, text } from '@sitrep/status'
import { gatewayGroup, secretKind } from '../kinds.ts'
import { readReference } from '../model/references.ts'
import type { AllowedNamespaces, ListenerSpec } from './types.ts'

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

/** Whether a listener needs certificates of its own. */
export const endsTls = ({ protocol, tls }: ListenerSpec): boolean =>
  protocol === 'HTTPS' || (protocol === 'TLS' && tls?.mode !== 'Passthrough')
