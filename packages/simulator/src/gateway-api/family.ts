import { dataPlaneReportKind, gatewayGroup } from '@sitrep/gateway-api/kinds'
import { groupOf, type KubeObject, kindKey } from '@sitrep/status'
import type { SimulatedFamily } from '../simulated-family.ts'
import type { Concern } from '../world/concern.ts'
import { planDataPlane } from './data-plane.ts'
import { planEndpoints } from './endpoints.ts'
import { endpointSlices, services } from './kinds.ts'
import { scenario } from './scenario.ts'

const besides: readonly string[] = [services, endpointSlices, dataPlaneReportKind].map(kindKey)

// Routes lead from any namespace to any gateway, so all of it is looked at as one.
const whole: Concern = { cluster: '/gateways' }

const concern = ({ apiVersion, kind }: KubeObject): Concern | undefined => {
  const group = groupOf(apiVersion)
  return group === gatewayGroup || besides.includes(kindKey({ group, kind })) ? whole : undefined
}

/** Gateways with a data plane that takes over what is asked of it, and workloads behind Services. */
export const gatewayApi: SimulatedFamily = {
  name: 'gateway-api',
  groups: [gatewayGroup],
  follows: [{ resource: services }, { resource: endpointSlices }],
  concern,
  planners: [planEndpoints, planDataPlane],
  scenario,
}
