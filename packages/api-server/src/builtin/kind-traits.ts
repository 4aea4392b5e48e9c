/**
 * Traits that are yes or no per kind, from the strategies and stores in kubernetes `pkg/registry`, v1.36.3. A kind is
 * written `group/Kind`, the core group as an empty name.
 */

/** An update must carry a resource version. */
export const conditionalUpdateOnly: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io/MutatingAdmissionPolicy',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
  'certificates.k8s.io/ClusterTrustBundle',
  'certificates.k8s.io/PodCertificateRequest',
  'coordination.k8s.io/Lease',
  'coordination.k8s.io/LeaseCandidate',
  'internal.apiserver.k8s.io/StorageVersion',
  'node.k8s.io/RuntimeClass',
  'policy/PodDisruptionBudget',
  'resource.k8s.io/ResourcePoolStatusRequest',
  'storage.k8s.io/CSIDriver',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/CSIStorageCapacity',
  'storage.k8s.io/VolumeAttachment',
  'storagemigration.k8s.io/StorageVersionMigration',
])

/** A PUT of an object that does not exist creates it. */
export const createdOnUpdate: ReadonlySet<string> = new Set([
  '/Endpoints',
  '/Event',
  '/LimitRange',
  '/Service',
  'coordination.k8s.io/Lease',
  'coordination.k8s.io/LeaseCandidate',
  'events.k8s.io/Event',
  'node.k8s.io/RuntimeClass',
  'rbac.authorization.k8s.io/ClusterRole',
  'rbac.authorization.k8s.io/ClusterRoleBinding',
  'rbac.authorization.k8s.io/Role',
  'rbac.authorization.k8s.io/RoleBinding',
])

/** DELETE answers with the object that is gone. */
export const returnedOnDelete: ReadonlySet<string> = new Set([
  '/Namespace',
  '/PersistentVolume',
  '/PersistentVolumeClaim',
  '/Pod',
  '/PodTemplate',
  '/ResourceQuota',
  '/Service',
  '/ServiceAccount',
  'resource.k8s.io/DeviceClass',
  'resource.k8s.io/DeviceTaintRule',
  'resource.k8s.io/ResourceClaim',
  'resource.k8s.io/ResourceClaimTemplate',
  'resource.k8s.io/ResourcePoolStatusRequest',
  'resource.k8s.io/ResourceSlice',
  'storage.k8s.io/CSIDriver',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/VolumeAttachment',
  'storage.k8s.io/VolumeAttributesClass',
])

/** Reviews: the answer is computed and nothing is kept. */
export const neverStored: ReadonlySet<string> = new Set([
  '/Binding',
  '/ComponentStatus',
  'authentication.k8s.io/SelfSubjectReview',
  'authentication.k8s.io/TokenReview',
  'authorization.k8s.io/LocalSubjectAccessReview',
  'authorization.k8s.io/SelfSubjectAccessReview',
  'authorization.k8s.io/SelfSubjectRulesReview',
  'authorization.k8s.io/SubjectAccessReview',
])

/** Kinds of which `/status` changes the status alone; with the others labels, annotations and the like pass too. */
export const statusOnly: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
  'certificates.k8s.io/PodCertificateRequest',
  'flowcontrol.apiserver.k8s.io/FlowSchema',
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
  'internal.apiserver.k8s.io/StorageVersion',
  'networking.k8s.io/ServiceCIDR',
  'resource.k8s.io/DeviceTaintRule',
  'resource.k8s.io/ResourceClaim',
  'resource.k8s.io/ResourcePoolStatusRequest',
  'scheduling.k8s.io/PodGroup',
  'storage.k8s.io/VolumeAttachment',
])
