import type { KindRules } from '../kind-rules.ts'
import { admissionPolicyRules } from './admission-policy.ts'
import { autoscalerRules } from './autoscaler.ts'
import { configMapRules } from './config-map.ts'
import { coreEventRules, eventRules } from './event.ts'
import { cronJobRules, jobRules } from './job.ts'
import { namespaceRules } from './namespace.ts'
import { nodeRules } from './node.ts'
import { podRules } from './pod.ts'
import { secretRules } from './secret.ts'
import { serviceRules } from './service.ts'
import {
  apiServiceRules,
  componentStatusRules,
  disruptionBudgetRules,
  endpointSliceRules,
  endpointsRules,
  generationBySpec,
  generationByWebhooks,
  ingressClassRules,
  ipAddressRules,
  leaseCandidateRules,
  leaseRules,
  podCertificateRequestRules,
  priorityClassRules,
  resourceQuotaRules,
  resourceSliceRules,
  roleBindingRules,
  roleRules,
  runtimeClassRules,
  signingRequestRules,
  trustBundleRules,
} from './small-kinds.ts'
import {
  persistentVolumeClaimRules,
  persistentVolumeRules,
  storageClassRules,
  volumeAttachmentRules,
  volumeAttributesClassRules,
} from './storage.ts'
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
  ['/ComponentStatus', componentStatusRules],
  ['/ConfigMap', configMapRules],
  ['/Endpoints', endpointsRules],
  ['/Event', coreEventRules],
  ['/Namespace', namespaceRules],
  ['/Node', nodeRules],
  ['/PersistentVolume', persistentVolumeRules],
  ['/PersistentVolumeClaim', persistentVolumeClaimRules],
  ['/Pod', podRules],
  ['/PodTemplate', podTemplateRules],
  ['/ReplicationController', replicationControllerRules],
  ['/ResourceQuota', resourceQuotaRules],
  ['/Secret', secretRules],
  ['/Service', serviceRules],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicy', generationBySpec],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicyBinding', generationBySpec],
  ['admissionregistration.k8s.io/MutatingWebhookConfiguration', generationByWebhooks],
  ['admissionregistration.k8s.io/ValidatingAdmissionPolicy', admissionPolicyRules],
  ['admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding', generationBySpec],
  ['admissionregistration.k8s.io/ValidatingWebhookConfiguration', generationByWebhooks],
  ['apiextensions.k8s.io/CustomResourceDefinition', { ...generationBySpec, ignoresGenerateName: true }],
  ['apiregistration.k8s.io/APIService', apiServiceRules],
  ['apps/ControllerRevision', controllerRevisionRules],
  ['apps/DaemonSet', daemonSetRules],
  ['apps/Deployment', deploymentRules],
  ['apps/ReplicaSet', replicaSetRules],
  ['apps/StatefulSet', statefulSetRules],
  ['autoscaling/HorizontalPodAutoscaler', autoscalerRules],
  ['batch/CronJob', cronJobRules],
  ['batch/Job', jobRules],
  ['certificates.k8s.io/CertificateSigningRequest', signingRequestRules],
  ['certificates.k8s.io/ClusterTrustBundle', trustBundleRules],
  ['certificates.k8s.io/PodCertificateRequest', podCertificateRequestRules],
  ['coordination.k8s.io/Lease', leaseRules],
  ['coordination.k8s.io/LeaseCandidate', leaseCandidateRules],
  ['discovery.k8s.io/EndpointSlice', endpointSliceRules],
  ['events.k8s.io/Event', eventRules],
  ['flowcontrol.apiserver.k8s.io/FlowSchema', generationBySpec],
  ['flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration', generationBySpec],
  ['networking.k8s.io/IPAddress', ipAddressRules],
  ['networking.k8s.io/Ingress', generationBySpec],
  ['networking.k8s.io/IngressClass', ingressClassRules],
  ['networking.k8s.io/NetworkPolicy', generationBySpec],
  ['node.k8s.io/RuntimeClass', runtimeClassRules],
  ['policy/PodDisruptionBudget', disruptionBudgetRules],
  ['rbac.authorization.k8s.io/ClusterRole', roleRules],
  ['rbac.authorization.k8s.io/ClusterRoleBinding', roleBindingRules],
  ['rbac.authorization.k8s.io/Role', roleRules],
  ['rbac.authorization.k8s.io/RoleBinding', roleBindingRules],
  ['resource.k8s.io/DeviceClass', generationBySpec],
  ['resource.k8s.io/DeviceTaintRule', generationBySpec],
  ['resource.k8s.io/ResourceSlice', resourceSliceRules],
  ['scheduling.k8s.io/PriorityClass', priorityClassRules],
  ['storage.k8s.io/StorageClass', storageClassRules],
  ['storage.k8s.io/VolumeAttachment', volumeAttachmentRules],
  ['storage.k8s.io/VolumeAttributesClass', volumeAttributesClassRules],
])
