import type { KubeObject } from '@sitrep/status'

/** Faults on demand, as annotations of a Gateway. */
export const faults = {
  /** Ports that cannot be had, separated by commas. */
  ports: 'simulator.sitrep.dev/unavailable-ports',
  /** Why there is no room for it, in words. */
  resources: 'simulator.sitrep.dev/no-resources',
} as const

/** What of these a Gateway asks for, for whoever serves it. */
export function gatewayFaults({ metadata: { annotations = {} } }: KubeObject): GatewayFaults {
  const noResources = annotations[faults.resources]
  const ports = (annotations[faults.ports] ?? '').split(',').flatMap((port) => Number(port.trim()) || [])
  return {
    ...(noResources !== undefined && { noResources }),
    ...(ports.length > 0 && { unavailable: ports }),
  }
}

export interface GatewayFaults {
  readonly noResources?: string
  readonly unavailable?: readonly number[]
}
