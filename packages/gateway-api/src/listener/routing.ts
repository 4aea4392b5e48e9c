import type { NamespacedName } from '../model/names.ts'
import { nameText } from '../model/names.ts'
import type { RoutingListener } from '../routing/types.ts'
import type { SpecifiedListener } from './facts.ts'
import type { ListenerObserved } from './types.ts'

/** A listener that is to be served, before anybody knows which routes are attached to it. */
export type ListenerHead = Omit<RoutingListener, 'entries'> & {
  /** Its name in the object it stands in. */
  readonly section: string
}

/** What the data plane calls a listener. */
export const reportName = (section: string, set?: NamespacedName): string =>
  set === undefined ? section : `ListenerSet/${nameText(set)}/${section}`

/** What a data plane is told of a listener. References that are known to lead nowhere are left out. */
export function listenerHead(
  { spec, certificates, validation }: ListenerObserved,
  facts: SpecifiedListener,
  set?: NamespacedName,
): ListenerHead {
  const faulty = new Set([...facts.certificates.faults, ...facts.authorities.faults].map(({ ref }) => ref))
  const usable = (refs: readonly { readonly ref: Parameters<typeof faulty.has>[0] }[]) =>
    refs.map(({ ref }) => ref).filter((ref) => !faulty.has(ref))
  const secured = spec.protocol === 'HTTPS' || spec.protocol === 'TLS'
  return {
    section: spec.name,
    name: reportName(spec.name, set),
    port: spec.port,
    protocol: spec.protocol,
    ...(spec.hostname !== undefined && { hostname: spec.hostname }),
    ...(secured && {
      tls: {
        mode: spec.tls?.mode ?? 'Terminate',
        certificates: usable(certificates),
        ...(validation !== undefined && {
          clients: { mode: validation.mode, authorities: usable(validation.authorities) },
        }),
      },
    }),
  }
}
