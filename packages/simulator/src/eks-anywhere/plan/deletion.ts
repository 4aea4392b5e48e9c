import { clusterKind, kubeadmConfigTemplateKind, labels } from '@sitrep/cluster-api/kinds'
import {
  annotations as eksAnnotations,
  clusterFinalizer as eksFinalizer,
  etcdadmClusterKind,
  systemNamespace,
} from '@sitrep/eks-anywhere/kinds'
import { type KubeObject, refOf } from '@sitrep/status'
import { simulatedClusterKind, simulatedTemplateKind } from '../../cluster-api/kinds.ts'
import { type Action, actions, nothing, type Plan } from '../../plan/action.ts'
import { withoutFinalizer } from '../../plan/metadata-patch.ts'
import { isDeleting } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { systemRef } from './cluster-api-objects.ts'
import type { WantedCluster } from './wanted.ts'

/** A cluster that goes: first what was made of it, then what that was made from, then itself. */
export function planDeletion(cluster: KubeObject, wanted: WantedCluster, world: World): Plan {
  const annotated = (name: string): boolean => cluster.metadata.annotations?.[name] === 'true'
  // A cluster that manages itself would saw off the branch it sits on; only its command line moves it out first.
  if (wanted.managedBy === undefined && !annotated(eksAnnotations.managedByCommandLine)) return nothing
  if (annotated(eksAnnotations.paused) && !annotated(eksAnnotations.allowDeleteWhenPaused)) return nothing
  const made = world.get(systemRef(clusterKind, cluster.metadata.name))
  if (made !== undefined) return isDeleting(made) ? nothing : actions({ act: 'delete', ref: refOf(made) })
  const left = leftovers(cluster, world)
  if (left.length === 0) return withoutFinalizer(cluster, eksFinalizer)
  return actions(
    ...left
      .filter((object) => !isDeleting(object))
      .map((object): Action => ({ act: 'delete', ref: refOf(object) })),
  )
}

function leftovers({ metadata }: KubeObject, world: World): readonly KubeObject[] {
  const label = { namespace: systemNamespace, label: labels.clusterName, value: metadata.name }
  return [simulatedTemplateKind, kubeadmConfigTemplateKind, etcdadmClusterKind, simulatedClusterKind].flatMap(
    (kind) => world.labelled(kind, label),
  )
}
