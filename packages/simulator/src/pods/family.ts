import { groupOf, type KindRef, type KubeObject, kindKey } from '@sitrep/status'
import type { SimulatedFamily } from '../simulated-family.ts'
import type { Concern } from '../world/concern.ts'
import type { Resource } from '../world/resource.ts'
import { planDeployments } from './deployments.ts'
import { planEndpointSlices } from './endpoint-slices.ts'
import { planEndpoints } from './endpoints.ts'
import {
  deploymentKind,
  endpointSliceKind,
  podKind,
  replicaSetKind,
  serviceKind,
  wholeOfPods,
} from './kinds.ts'
import { planPods } from './pods.ts'

const resource = (kind: KindRef, plural: string): Resource => ({
  ...kind,
  version: 'v1',
  plural,
  namespaced: true,
})

/** What runs, and how it is found. */
const podResources: readonly Resource[] = [
  resource(deploymentKind, 'deployments'),
  resource(replicaSetKind, 'replicasets'),
  resource(podKind, 'pods'),
  resource(serviceKind, 'services'),
  resource(endpointSliceKind, 'endpointslices'),
]

const own: ReadonlySet<string> = new Set(podResources.map(kindKey))

const concern = ({ apiVersion, kind }: KubeObject): Concern | undefined =>
  own.has(kindKey({ group: groupOf(apiVersion), kind })) ? { cluster: wholeOfPods } : undefined

/** What runs in the management cluster itself: Deployments with Pods that really answer, and how Services find them. */
export const pods: SimulatedFamily = {
  name: 'pods',
  groups: [],
  follows: podResources.map((resource) => ({ resource })),
  concern,
  planners: [planDeployments, planPods, planEndpointSlices, planEndpoints],
}
