import { annotations, kubeadmControlPlaneKind, labels } from '@sitrep/cluster-api/kinds'
import { etcdadmClusterKind, etcdGroup, systemNamespace } from '@sitrep/eks-anywhere/kinds'
import { at, refOf } from '@sitrep/status'
import { durationOf } from '../../cluster-api/durations.ts'
import { type Action, actions, inOrder, nothing, type Plan } from '../../plan/action.ts'
import type { PlanInput } from '../../plan/input.ts'
import { annotate } from '../../plan/metadata-patch.ts'
import { timer } from '../../plan/timer.ts'
import { etcdName, systemRef } from './cluster-api-objects.ts'
import type { Making } from './control-plane.ts'

/** An etcd of its own: members that are ready after a while. Until then the control plane is held back. */
export function planExternalEtcd({ cluster, wanted, world }: Making, input: PlanInput): 'ready' | Plan {
  if (wanted.externalEtcd === undefined) return 'ready'
  const { name } = cluster.metadata
  const { count: replicas } = wanted.externalEtcd
  const present = world.get(systemRef(etcdadmClusterKind, etcdName(name)))
  if (present === undefined) {
    const object = {
      apiVersion: `${etcdGroup}/v1beta1`,
      kind: etcdadmClusterKind.kind,
      metadata: {
        name: etcdName(name),
        namespace: systemNamespace,
        labels: { [labels.clusterName]: name },
      },
      spec: { replicas },
    }
    return actions({ act: 'create', object })
  }
  const controlPlane = world.get(systemRef(kubeadmControlPlaneKind, name))
  const held = controlPlane?.metadata.annotations?.[annotations.paused] !== undefined
  if (at(present.spec, 'replicas') !== replicas) {
    const resize: Action = { act: 'patch', ref: refOf(present), body: { spec: { replicas } } }
    const hold = controlPlane === undefined ? [] : [annotate(controlPlane, { [annotations.paused]: 'true' })]
    return actions(...inOrder(...hold, resize))
  }
  const generation = present.metadata.generation ?? 1
  const told = at(present.status, 'ready') === true && at(present.status, 'observedGeneration') === generation
  if (!told) {
    const step = { name: `ready-${generation}`, takesMs: durationOf('machineInfrastructureMs', input) }
    const waiting = timer(present, step, input)
    if (waiting !== 'over') return waiting
    const status = { ready: true, observedGeneration: generation, replicas, readyReplicas: replicas }
    return actions({ act: 'patch', ref: refOf(present), part: 'status', body: { status } })
  }
  if (controlPlane === undefined) return nothing
  return held ? actions(annotate(controlPlane, { [annotations.paused]: null })) : 'ready'
}
