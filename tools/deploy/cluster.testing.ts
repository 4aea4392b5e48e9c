import { type Connection, collectionPath, discover } from '@sitrep/controller/connection'
import { groupOf } from '@sitrep/status'

interface AppliedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly ownerReferences?: readonly object[]
  }
}

/** Creates objects, in their order, as an administrator would. */
export async function createObjects(
  connection: Connection,
  objects: readonly AppliedObject[],
): Promise<void> {
  const served = await discover(connection)
  for (const object of objects) {
    const { apiVersion, kind, metadata } = object
    const resource = served.get({ group: groupOf(apiVersion), kind })
    if (resource === undefined) throw new Error(`${kind} of ${apiVersion} is not served`)
    await connection.request({
      method: 'POST',
      path: collectionPath(resource, metadata.namespace),
      body: object,
    })
  }
}

/** A token of a ServiceAccount, as its Pods get one. */
export async function tokenOf(
  connection: Connection,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<string> {
  const { status } = await connection.request<{ status: { token: string } }>({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3600 } },
  })
  return status.token
}

const ofCluster = (kind: string, spec: object): AppliedObject & { readonly spec: object } => ({
  apiVersion: `${kind === 'KubeadmControlPlane' ? 'controlplane.' : ''}cluster.x-k8s.io/v1beta2`,
  kind,
  metadata: { name: 'one', namespace: 'default' },
  spec,
})

const selector = { matchLabels: { pool: 'one' } }
const infrastructureRef = {
  apiGroup: 'infrastructure.cluster.x-k8s.io',
  kind: 'SimulatedMachineTemplate',
  name: 'one',
}
const machine = { clusterName: 'one', bootstrap: { dataSecretName: 'one' }, infrastructureRef }
const template = { metadata: { labels: { pool: 'one' } }, spec: machine }

const clusterOne = ofCluster('Cluster', {
  infrastructureRef: { ...infrastructureRef, kind: 'SimulatedCluster' },
})

const infrastructure: AppliedObject = {
  apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
  kind: 'SimulatedCluster',
  metadata: { name: 'one', namespace: 'default' },
}

/** Says that the Cluster can be reached, and how. */
export async function makeReachable(connection: Connection, kubeconfig: string): Promise<void> {
  await createObjects(connection, [infrastructure])
  await connection.request({
    method: 'PATCH',
    path: '/apis/infrastructure.cluster.x-k8s.io/v1beta2/namespaces/default/simulatedclusters/one/status',
    body: { status: { initialization: { provisioned: true } } },
    contentType: 'application/merge-patch+json',
  })
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'cluster.x-k8s.io/secret',
    metadata: { name: 'one-kubeconfig', namespace: 'default' },
    stringData: { value: kubeconfig },
  }
  await createObjects(connection, [secret])
}

/** Leaves a condition behind that a controller of Cluster API wrote. */
export async function reportAsManager(connection: Connection): Promise<void> {
  const lastTransitionTime = '2026-01-01T00:00:00Z'
  const condition = {
    type: 'Available',
    status: 'True',
    reason: 'Available',
    message: '',
    lastTransitionTime,
  }
  await connection.request({
    method: 'PATCH',
    path: '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters/one/status?fieldManager=manager',
    body: { status: { conditions: [condition] } },
    contentType: 'application/merge-patch+json',
  })
}

const ofGateway = (kind: string, spec: object): AppliedObject & { readonly spec: object } => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind,
  metadata: { name: 'one', ...(kind !== 'GatewayClass' && { namespace: 'default' }) },
  spec,
})

// Which namespaces have the labels is asked of the namespaces.
const allowedRoutes = { namespaces: { from: 'Selector', selector: { matchLabels: { team: 'one' } } } }
const listener = { name: 'web', port: 80, protocol: 'HTTP' }
const rules = [{ backendRefs: [{ name: 'one', port: 80 }] }]
const parentRefs = [{ name: 'one' }]
const certificate = { group: '', kind: 'ConfigMap', name: 'one' }

// A policy is told about at the Gateways whose routes use its Service.
const gatewayObjects: readonly AppliedObject[] = [
  ofGateway('GatewayClass', { controllerName: 'sitrep.dev/gateway-controller' }),
  ofGateway('Gateway', {
    gatewayClassName: 'one',
    listeners: [listener, { ...listener, name: 'choosy', port: 82, allowedRoutes }],
    allowedListeners: { namespaces: { from: 'Same' } },
  }),
  ofGateway('ListenerSet', {
    parentRef: { name: 'one' },
    listeners: [{ ...listener, name: 'more', port: 81 }],
  }),
  ...['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'UDPRoute'].map((kind) => ofGateway(kind, { parentRefs, rules })),
  ofGateway('TLSRoute', { parentRefs, hostnames: ['one.example.com'], rules }),
  { ...ofGateway('Service', { ports: [{ name: 'web', port: 80 }] }), apiVersion: 'v1' },
  ofGateway('BackendTLSPolicy', {
    targetRefs: [{ group: '', kind: 'Service', name: 'one' }],
    validation: { hostname: 'one.example.com', caCertificateRefs: [certificate] },
  }),
]

/** Creates one object of every kind whose status is computed. */
export async function createOneOfEach(connection: Connection): Promise<void> {
  await createObjects(connection, [clusterOne])
  const { metadata } = await connection.request<{ metadata: { uid: string } }>({
    path: '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters/one',
  })
  const owner = { apiVersion: clusterOne.apiVersion, kind: clusterOne.kind, name: 'one', uid: metadata.uid }
  const controlPlane = ofCluster('KubeadmControlPlane', {
    replicas: 1,
    version: 'v1.36.3',
    machineTemplate: { spec: { infrastructureRef } },
    kubeadmConfigSpec: {},
  })
  await createObjects(connection, [
    { ...controlPlane, metadata: { ...controlPlane.metadata, ownerReferences: [owner] } },
    ofCluster('Machine', machine),
    ofCluster('MachineSet', { clusterName: 'one', replicas: 1, selector, template }),
    ofCluster('MachineDeployment', { clusterName: 'one', replicas: 1, selector, template }),
    ofCluster('MachinePool', { clusterName: 'one', replicas: 1, template }),
    ofCluster('MachineHealthCheck', { clusterName: 'one', selector }),
    { ...ofCluster('Cluster', {}), apiVersion: 'anywhere.eks.amazonaws.com/v1alpha1' },
    ...gatewayObjects,
  ])
}

/** Pauses or resumes a MachineSet: something that changes and is told, as often as one likes. */
export async function setPaused(connection: Connection, state: 'paused' | 'resumed'): Promise<void> {
  await connection.request({
    method: 'PATCH',
    path: '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machinesets/one',
    body: { metadata: { annotations: { 'cluster.x-k8s.io/paused': state === 'paused' ? '' : null } } },
    contentType: 'application/merge-patch+json',
  })
}
