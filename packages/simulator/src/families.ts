import type { KubeObject } from '@sitrep/status'
import { clusterApi } from './cluster-api/family.ts'
import { crossplane } from './crossplane/family.ts'
import { eksAnywhere } from './eks-anywhere/family.ts'
import { gatewayApi, servedGatewayApi } from './gateway-api/family.ts'
import { pods } from './pods/family.ts'
import type { SimulatedFamily } from './simulated-family.ts'

/** All families that are simulated. One that makes objects of another stands before it and is asked first. */
export const simulatedFamilies: readonly SimulatedFamily[] = [
  eksAnywhere,
  clusterApi,
  crossplane,
  gatewayApi,
  pods,
]

/** The same beside a real data plane. */
export const servedFamilies: readonly SimulatedFamily[] = simulatedFamilies.map((family) =>
  family === gatewayApi ? servedGatewayApi : family,
)

/** CRDs of the kinds that these families bring along and nobody computes a status of. */
export const providerCrds = (
  families: readonly SimulatedFamily[] = simulatedFamilies,
): readonly KubeObject[] => families.flatMap(({ crds }) => crds?.() ?? [])
