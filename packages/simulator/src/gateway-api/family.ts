import { dataPlaneReportKind, gatewayGroup } from '@sitrep/gateway-api/kinds'
import { groupOf, type KubeObject, kindKey } from '@sitrep/status'
import type { SimulatedFamily } from '../simulated-family.ts'
import type { Concern } from '../world/concern.ts'
import { planDataPlane } from './data-plane.ts'
import { scenario } from './scenario.ts'

// Routes lead from any namespace to any gateway, so all of it is looked at as one.
const whole: Concern = { cluster: '/gateways' }

const concern = ({ apiVersion, kind }: KubeObject): Concern | undefined => {
  const group = groupOf(apiVersion)
  const isReport = kindKey({ group, kind }) === kindKey(dataPlaneReportKind)
  return group === gatewayGroup || isReport ? whole : undefined
}

/** Gateways with a data plane that takes over what is asked of it. */
export const gatewayApi: SimulatedFamily = {
  name: 'gateway-api',
  groups: [gatewayGroup],
  concern,
  planners: [planDataPlane],
  scenario,
}

/** Gateways that somebody else serves: what happens to them is up to scenarios alone. */
export const servedGatewayApi: SimulatedFamily = { ...gatewayApi, planners: [] }
