import {
  at,
  type Fields,
  fields,
  type KubeObject,
  list,
  number,
  type Reading,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { readProbe } from '../../connection/observe.ts'
import { isConnected } from '../../connection/probe.ts'
import { clusterKind, secretKind } from '../../kinds.ts'
import { refIn } from '../../model/references.ts'
import { observePrevious, ownOldTypes } from '../../old-model/observe.ts'
import { isClusterPaused } from '../../pass/paused.ts'
import { readProviderObject } from '../../provider-object/observe.ts'
import type { CertificateSeen, ClusterOfControlPlane, ControlPlaneObserved } from '../types.ts'
import { controlPlanePrevious, controlPlaneSeen } from './control-plane.ts'
import { observeMachines, observeWorkers } from './machines.ts'
import { observeEtcd, observeKubeadmConfigMap, observeNodes, type Reach } from './workload.ts'

const upgradeStepAnnotation = 'topology.internal.cluster.x-k8s.io/upgrade-step'

const clusterForControlPlane: View<ClusterOfControlPlane> = {
  name: 'clusterForControlPlane',
  of: (object) => {
    const { metadata, spec, status } = object
    const topology = fields(at(spec, 'topology'))
    return {
      paused: isClusterPaused(object),
      infrastructureProvisioned: at(status, 'initialization', 'infrastructureProvisioned') === true,
      hasEndpoint:
        text(at(spec, 'controlPlaneEndpoint', 'host')) !== undefined &&
        Boolean(number(at(spec, 'controlPlaneEndpoint', 'port'))),
      topologyVersion: Object.keys(topology).length === 0 ? undefined : (text(topology['version']) ?? ''),
      upgradeStep: text(metadata.annotations?.[upgradeStepAnnotation]),
      failureDomains: list(at(status, 'failureDomains')).flatMap((domain) =>
        at(domain, 'controlPlane') === true ? (text(at(domain, 'name')) ?? []) : [],
      ),
    }
  },
}

const existence: View<true> = { name: 'existence', of: () => true }

const oldTypes = ownOldTypes(
  'Ready',
  'MachinesCreated',
  'MachinesSpecUpToDate',
  'Resized',
  'MachinesReady',
  'Available',
  'CertificatesAvailable',
  'ControlPlaneComponentsHealthy',
  'EtcdClusterHealthy',
)

/** Picks all that the status of a control plane is decided from. */
export function observeControlPlane(object: KubeObject, world: World<Fields>): ControlPlaneObserved {
  const controlPlane = controlPlaneSeen(object)
  const { spec, clusterName } = controlPlane
  const namespace = controlPlane.ref.namespace ?? ''
  const cluster =
    clusterName === ''
      ? undefined
      : world.get({ ...clusterKind, namespace, name: clusterName }, clusterForControlPlane)
  const previousStatus = fields(observePrevious(world, { ...oldTypes, ref: controlPlane.ref }))
  const previous = controlPlanePrevious(previousStatus)
  const probe = readProbe(world, namespace, clusterName)
  const reach = { world, controlPlane, connected: isConnected(probe) && clusterName !== '' }
  return {
    now: world.now,
    controlPlane,
    previous,
    previousStatus,
    cluster,
    machines: observeMachines(reach),
    template:
      spec.infrastructureRef?.kind.endsWith('Template') === true
        ? readProviderObject(world, refIn(namespace, spec.infrastructureRef), existence)
        : undefined,
    certificates: observeCertificates(reach),
    etcdKeyless: spec.etcdManaged && isEtcdKeyless(reach),
    probe,
    kubeadmConfigMap: previous.initialized ? undefined : observeKubeadmConfigMap(reach),
    nodes: observeNodes(reach),
    etcd: observeEtcd(reach),
    workers: controlPlane.deleting ? observeWorkers(reach) : undefined,
  }
}

interface CertificateInSecret {
  readonly complete: boolean
  readonly keyed: boolean
}

const certificateSecret: View<CertificateInSecret> = {
  name: 'certificateSecret',
  of: (object) => ({
    complete: at(object, 'data', 'tls.crt') !== undefined,
    keyed: at(object, 'data', 'tls.key') !== undefined,
  }),
}

function readSecret({ world, controlPlane }: Reach, purpose: string): Reading<CertificateInSecret> {
  const { ref, clusterName } = controlPlane
  return world.get(
    { ...secretKind, namespace: ref.namespace ?? '', name: `${clusterName}-${purpose}` },
    certificateSecret,
  )
}

/** Whoever cannot sign a certificate of their own with etcd's authority needs that of the API server. */
function isEtcdKeyless(reach: Reach): boolean {
  const authority = readSecret(reach, 'etcd')
  const found = authority.read ? authority.item : undefined
  if (found === undefined || !found.complete || found.keyed) return false
  const client = readSecret(reach, 'apiserver-etcd-client')
  const lent = client.read ? client.item : undefined
  return client.read && !(lent?.complete && lent.keyed)
}

/** Looks for the certificates in the Secrets that are named after the Cluster. */
function observeCertificates(reach: Reach): readonly CertificateSeen[] {
  const { spec } = reach.controlPlane
  const own = ['ca', 'sa', 'proxy'] as const
  const forEtcd = spec.etcdManaged ? (['etcd'] as const) : (['apiserver-etcd-client', 'etcd'] as const)
  return [...own, ...forEtcd].map((purpose) => {
    const secret = readSecret(reach, purpose)
    const external = !spec.etcdManaged && purpose.includes('etcd')
    if (!secret.read) return { purpose, external, state: 'unreadable' }
    if (secret.item === undefined) return { purpose, external, state: 'missing' }
    return { purpose, external, state: secret.item.complete ? 'found' : 'malformed' }
  })
}
