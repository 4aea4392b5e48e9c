import { endpointSliceKind, serviceKind } from '@sitrep/gateway-api/kinds'
import type { Resource } from '../world/resource.ts'

export const services: Resource = { ...serviceKind, version: 'v1', plural: 'services', namespaced: true }
export const endpointSlices: Resource = {
  ...endpointSliceKind,
  version: 'v1',
  plural: 'endpointslices',
  namespaced: true,
}

/** Faults on demand, as annotations of a Gateway. */
export const faults = {
  /** Ports that cannot be had, separated by commas. */
  ports: 'simulator.sitrep.dev/unavailable-ports',
  /** Why there is no room for it, in words. */
  resources: 'simulator.sitrep.dev/no-resources',
} as const

/** How many workloads stand behind a Service, as an annotation of it. */
export const endpointsAnnotation = 'simulator.sitrep.dev/endpoints'
