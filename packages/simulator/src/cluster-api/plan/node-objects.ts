import { configMapKind, nodeKind, podKind } from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, text } from '@sitrep/status'
import { instant } from '../../plan/provider-condition.ts'

export interface NodeFacts {
  readonly name: string
  readonly version: string | undefined
  readonly providerID: unknown
  readonly role: 'control-plane' | 'worker'
  readonly now: number
}

const roleLabel = 'node-role.kubernetes.io/control-plane'

/** A Node that has just joined and is well. */
export function nodeObject({ name, version, providerID, role, now }: NodeFacts): KubeObject {
  const controlPlane = role === 'control-plane'
  return {
    apiVersion: 'v1',
    kind: nodeKind.kind,
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        ...(controlPlane && { [roleLabel]: '' }),
      },
    },
    spec: {
      providerID,
      ...(controlPlane && { taints: [{ key: roleLabel, effect: 'NoSchedule' }] }),
    },
    status: {
      conditions: nodeConditions({ now }),
      addresses: [{ type: 'Hostname', address: name }],
      capacity: { cpu: '4', memory: '16Gi', pods: '110' },
      allocatable: { cpu: '4', memory: '16Gi', pods: '110' },
      nodeInfo: {
        kubeletVersion: version ?? 'v1.36.0',
        kubeProxyVersion: '',
        containerRuntimeVersion: 'containerd://2.1.4',
        osImage: 'Simulated Linux',
        kernelVersion: '6.12.0',
        operatingSystem: 'linux',
        architecture: 'amd64',
        machineID: name,
        systemUUID: name,
        bootID: name,
      },
    },
  }
}

// biome-ignore format: the table is the specification; its columns stay aligned
const wellConditions = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure',   'False', 'KubeletHasNoDiskPressure',   'kubelet has no disk pressure'],
  ['PIDPressure',    'False', 'KubeletHasSufficientPID',    'kubelet has sufficient PID available'],
  ['Ready',          'True',  'KubeletReady',               'kubelet is posting ready status'],
] as const

/** What a kubelet says about its Node, with a fault or without. */
export function nodeConditions({ now, fault }: { now: number; fault?: string }): readonly object[] {
  const times = { lastHeartbeatTime: instant(now), lastTransitionTime: instant(now) }
  return wellConditions.map(([type, status, reason, message]) => {
    const well = { type, status, reason, message, ...times }
    if (fault === 'Unreachable') {
      const silence = 'Kubelet stopped posting node status.'
      return { ...well, status: 'Unknown', reason: 'NodeStatusUnknown', message: silence }
    }
    if (fault === 'NotReady' && type === 'Ready') {
      const silence = 'container runtime is down'
      return { ...well, status: 'False', reason: 'KubeletNotReady', message: silence }
    }
    if (fault !== type) return well
    return { ...well, status: 'True', reason: `KubeletHas${type}`, message: pressureTexts[type] ?? '' }
  })
}

const pressureTexts: Readonly<Record<string, string>> = {
  MemoryPressure: 'kubelet has insufficient memory available',
  DiskPressure: 'kubelet has disk pressure',
  PIDPressure: 'kubelet has insufficient PID available',
}

const components = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'] as const

/** The static Pods that kubeadm runs on a Node of the control plane. */
export function controlPlanePods({ name: node, now }: NodeFacts): readonly KubeObject[] {
  return components.map((component) => ({
    apiVersion: 'v1',
    kind: podKind.kind,
    metadata: {
      name: `${component}-${node}`,
      namespace: 'kube-system',
      labels: { component, tier: 'control-plane' },
      annotations: { 'kubernetes.io/config.mirror': `simulated-${component}` },
    },
    spec: {
      nodeName: node,
      hostNetwork: true,
      containers: [{ name: component, image: `registry.k8s.io/${component}:simulated` }],
    },
    status: runningStatus(component, now),
  }))
}

/** The status of a Pod whose containers run and are ready. */
export function runningStatus(container: string, now: number): object {
  const types = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled']
  const startedAt = instant(now)
  return {
    phase: 'Running',
    startTime: startedAt,
    conditions: types.map((type) => ({ type, status: 'True', lastTransitionTime: startedAt })),
    containerStatuses: [
      {
        name: container,
        ready: true,
        started: true,
        restartCount: 0,
        image: '',
        imageID: '',
        state: { running: { startedAt } },
      },
    ],
  }
}

/** What kubeadm leaves behind once the cluster has begun. */
export function configuration(cluster: KubeObject, machine: KubeObject): KubeObject {
  const version = text(at(machine.spec, 'version')) ?? ''
  const lines = [
    'kind: ClusterConfiguration',
    `clusterName: ${cluster.metadata.name}`,
    `kubernetesVersion: ${version}`,
  ]
  const configMap = {
    apiVersion: 'v1',
    kind: configMapKind.kind,
    metadata: { name: 'kubeadm-config', namespace: 'kube-system' },
    data: { ClusterConfiguration: `${lines.join('\n')}\n` },
  }
  return configMap
}
