import {
  annotations as eksAnnotations,
  clusterKind as eksClusterKind,
  clusterFinalizer as eksFinalizer,
} from '@sitrep/eks-anywhere/kinds'
import type { KubeObject } from '@sitrep/status'
import { nothing, type Plan, together } from '../../plan/action.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../../plan/input.ts'
import { ensureMetadata } from '../../plan/metadata-patch.ts'
import { isDeleting } from '../../world/read.ts'
import { planCni, planCniStatus } from './cni.ts'
import { isControlPlaneReached, type Making, planControlPlane } from './control-plane.ts'
import { planDeletion } from './deletion.ts'
import { planExternalEtcd } from './external-etcd.ts'
import { judge } from './judged-configs.ts'
import { planInstallation, releasedVersion } from './releases.ts'
import { linkRef, linksOf, wantedOf } from './wanted.ts'
import { planWorkers } from './workers.ts'

/** Clusters of EKS Anywhere: what its controllers make of them. */
export const planEksAnywhere: Planner = (input) =>
  together(input.world.list(eksClusterKind).map((cluster) => planCluster(cluster, input)))

const planCluster: ObjectPlanner = (cluster, input) => {
  const { world } = input
  const wanted = wantedOf(cluster)
  if (isDeleting(cluster)) return planDeletion(cluster, wanted, world)
  if (cluster.metadata.annotations?.[eksAnnotations.paused] === 'true') return nothing
  const held = ensureMetadata(cluster, { finalizer: eksFinalizer })
  if (held.actions.length > 0) return held
  const installation = planInstallation(world)
  if (installation.actions.length > 0) return installation
  const judged = judgeLinks(cluster, input)
  if (judged !== 'valid') return judged
  const release = releasedVersion(cluster, wanted, world)
  if (release === undefined) return nothing
  return make({ cluster, wanted, release, world }, input)
}

/** Whether all that a cluster is linked to is there and good. */
function judgeLinks(cluster: KubeObject, input: PlanInput): 'valid' | Plan {
  const configs = linksOf(wantedOf(cluster)).map((link) => input.world.get(linkRef(link, cluster)))
  const present = configs.filter((config) => config !== undefined)
  const answers = present.map((config) => judge(config, input))
  const plans = answers.filter((answer) => answer !== 'valid')
  return plans.length === 0 && present.length === configs.length ? 'valid' : together(plans)
}

/** One step after the other: control plane, etcd, CNI, workers. */
function make(making: Making, input: PlanInput): Plan {
  const controlPlane = planControlPlane(making)
  if (controlPlane.actions.length > 0) return controlPlane
  const etcd = planExternalEtcd(making, input)
  if (etcd !== 'ready') return etcd
  if (!isControlPlaneReached(making)) return planCniStatus(making)
  const cni = planCni(making, input)
  return together([planCniStatus(making), cni === 'done' ? planWorkers(making) : cni])
}
