import {
  at,
  type Fields,
  fields,
  type KubeObject,
  list,
  number,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { readProbe } from '../../connection/observe.ts'
import { isConnected } from '../../connection/probe.ts'
import { clusterKind, secretKind } from '../../kinds.ts'
import { refIn } from '../../model/references.ts'
import { observePrevious, ownOldTypes } from '../../old-model/observe.ts'
import { isClusterPaused } from '../../paused/paused.ts'
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
  const previousStatus = fields(observePrevious(world, { ref: controlPlane.ref, ...oldTypes }))
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
    probe,
    kubeadmConfigMap: previous.initialized ? undefined : observeKubeadmConfigMap(reach),
    nodes: observeNodes(reach),
    etcd: observeEtcd(reach),
    workers: controlPlane.deleting ? observeWorkers(reach) : undefined,
  }
}

const certificateSecret: View<{ readonly complete: boolean }> = {
  name: 'certificateSecret',
  of: (object) => ({ complete: at(object, 'data', 'tls.crt') !== undefined }),
}

/** Looks for the certificates in the Secrets that are named after the Cluster. */
function observeCertificates({ world, controlPlane }: Reach): readonly CertificateSeen[] {
  const { ref, clusterName, spec } = controlPlane
  const own = ['ca', 'sa', 'proxy'] as const
  const forEtcd = spec.etcdManaged ? (['etcd'] as const) : (['apiserver-etcd-client', 'etcd'] as const)
  return [...own, ...forEtcd].map((purpose) => {
    const secret = world.get(
      { ...secretKind, namespace: ref.namespace ?? '', name: `${clusterName}-${purpose}` },
      certificateSecret,
    )
    const external = !spec.etcdManaged && purpose.includes('etcd')
    if (!secret.read) return { purpose, external, state: 'unreadable' }
    if (secret.item === undefined) return { purpose, external, state: 'missing' }
    return { purpose, external, state: secret.item.complete ? 'found' : 'malformed' }
  })
}
