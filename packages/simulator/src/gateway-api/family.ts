import { dataPlaneReportKind, gatewayGroup } from '@sitrep/gateway-api/kinds'
import { groupOf, type KubeObject, kindKey } from '@sitrep/status'
import type { SimulatedFamily } from '../simulated-family.ts'
import type { Concern } from '../world/concern.ts'
import { accounts, planAccounts } from './accounts.ts'
import { planDataPlane } from './data-plane.ts'
import { scenario } from './scenario.ts'

// Routes lead from any namespace to any gateway, so all of it is looked at as one.
const whole: Concern = { cluster: '/gateways' }

const concern = ({ apiVersion, kind }: KubeObject): Concern | undefined => {
  const group = groupOf(apiVersion)
  const besides = kindKey({ group, kind })
  const isTold = besides === kindKey(dataPlaneReportKind) || besides === kindKey(accounts)
  return group === gatewayGroup || isTold ? whole : undefined
}

/** Gateways with a data plane that takes over what is asked of it. */
export const gatewayApi: SimulatedFamily = {
  name: 'gateway-api',
  groups: [gatewayGroup],
  follows: [{ resource: accounts }],
  concern,
  planners: [planDataPlane, planAccounts],
  scenario,
}

/** Gateways that somebody else serves: they have infrastructure, and what happens to them besides is up to scenarios. */
export const servedGatewayApi: SimulatedFamily = { ...gatewayApi, planners: [planAccounts] }
