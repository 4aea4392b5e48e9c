import type { KindRules } from '../kind-rules.ts'
import { configMapRules } from './config-map.ts'
import { coreEventRules, eventRules } from './event.ts'
import { cronJobRules, jobRules } from './job.ts'
import { namespaceRules } from './namespace.ts'
import { nodeRules } from './node.ts'
import { podRules } from './pod.ts'
import { secretRules } from './secret.ts'
import { serviceRules } from './service.ts'
import {
  controllerRevisionRules,
  daemonSetRules,
  deploymentRules,
  podTemplateRules,
  replicaSetRules,
  replicationControllerRules,
  statefulSetRules,
} from './workloads.ts'

/** The hand-written rules, by `group/Kind` (the core group has no name). Kinds that are not here are schema only. */
export const kindRules: ReadonlyMap<string, KindRules> = new Map<string, KindRules>([
  ['/ConfigMap', configMapRules],
  ['/Event', coreEventRules],
  ['/Namespace', namespaceRules],
  ['/Node', nodeRules],
  ['/Pod', podRules],
  ['/PodTemplate', podTemplateRules],
  ['/ReplicationController', replicationControllerRules],
  ['/Secret', secretRules],
  ['/Service', serviceRules],
  ['apps/ControllerRevision', controllerRevisionRules],
  ['apps/DaemonSet', daemonSetRules],
  ['apps/Deployment', deploymentRules],
  ['apps/ReplicaSet', replicaSetRules],
  ['apps/StatefulSet', statefulSetRules],
  ['batch/CronJob', cronJobRules],
  ['batch/Job', jobRules],
  ['events.k8s.io/Event', eventRules],
])
