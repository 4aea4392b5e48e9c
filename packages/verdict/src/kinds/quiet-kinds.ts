import type { KindKnowledge } from '@sitrep/status'

const quiet = (
  group: string,
  kinds: string,
  source = 'API reference: no status, or none while all is well',
): KindKnowledge => ({
  source,
  group,
  kinds: kinds.split(' '),
  quiet: true,
})

/** Kinds that hold settings, rules or texts: to be there is all they do. */
export const quietKinds: readonly KindKnowledge[] = [
  quiet('', 'ConfigMap Secret ServiceAccount Endpoints Event LimitRange PodTemplate ResourceQuota'),
  quiet('apps', 'ControllerRevision'),
  quiet('rbac.authorization.k8s.io', 'Role RoleBinding ClusterRole ClusterRoleBinding'),
  quiet('networking.k8s.io', 'NetworkPolicy IngressClass IPAddress'),
  quiet('discovery.k8s.io', 'EndpointSlice'),
  quiet('coordination.k8s.io', 'Lease'),
  quiet('node.k8s.io', 'RuntimeClass'),
  quiet('scheduling.k8s.io', 'PriorityClass'),
  quiet('storage.k8s.io', 'StorageClass CSIDriver CSINode CSIStorageCapacity VolumeAttributesClass'),
  quiet('snapshot.storage.k8s.io', 'VolumeSnapshotClass'),
  quiet(
    'admissionregistration.k8s.io',
    'MutatingWebhookConfiguration ValidatingWebhookConfiguration MutatingAdmissionPolicy MutatingAdmissionPolicyBinding ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding',
  ),
  quiet(
    'monitoring.coreos.com',
    'ServiceMonitor PodMonitor Probe PrometheusRule ScrapeConfig AlertmanagerConfig',
  ),
  quiet(
    'networking.istio.io',
    'VirtualService DestinationRule Gateway ServiceEntry Sidecar EnvoyFilter WorkloadEntry WorkloadGroup ProxyConfig',
  ),
  quiet('security.istio.io', 'AuthorizationPolicy PeerAuthentication RequestAuthentication'),
  quiet('telemetry.istio.io', 'Telemetry'),
  quiet(
    'argoproj.io',
    'AppProject WorkflowTemplate ClusterWorkflowTemplate AnalysisTemplate ClusterAnalysisTemplate',
  ),
  quiet('tekton.dev', 'Task ClusterTask Pipeline'),
  quiet('triggers.tekton.dev', 'Trigger TriggerBinding TriggerTemplate ClusterTriggerBinding'),
  quiet('metallb.io', 'IPAddressPool L2Advertisement BGPAdvertisement BGPPeer BFDProfile Community'),
  quiet('cilium.io', 'CiliumNetworkPolicy CiliumClusterwideNetworkPolicy'),
  quiet(
    'crd.projectcalico.org',
    'NetworkPolicy GlobalNetworkPolicy IPPool FelixConfiguration BGPConfiguration BGPPeer',
  ),
  quiet(
    'projectcalico.org',
    'NetworkPolicy GlobalNetworkPolicy IPPool FelixConfiguration BGPConfiguration BGPPeer',
  ),
  quiet('wgpolicyk8s.io', 'PolicyReport ClusterPolicyReport'),
  quiet(
    'traefik.io',
    'IngressRoute IngressRouteTCP IngressRouteUDP Middleware MiddlewareTCP TLSOption TLSStore ServersTransport TraefikService',
  ),
  quiet('velero.io', 'VolumeSnapshotLocation'),
  quiet('nmstate.io', 'NodeNetworkState'),
  quiet('linkerd.io', 'ServiceProfile'),
  quiet('policy.linkerd.io', 'Server ServerAuthorization MeshTLSAuthentication NetworkAuthentication'),
  quiet('dapr.io', 'Component Configuration Resiliency Subscription HTTPEndpoint'),
  quiet('k8s.cni.cncf.io', 'NetworkAttachmentDefinition'),
  quiet('secrets-store.csi.x-k8s.io', 'SecretProviderClass'),
  quiet('keda.sh', 'TriggerAuthentication ClusterTriggerAuthentication'),
  quiet('kueue.x-k8s.io', 'ResourceFlavor WorkloadPriorityClass Topology'),
  quiet('kyverno.io', 'PolicyException'),
  quiet('aquasecurity.github.io', 'VulnerabilityReport ConfigAuditReport ExposedSecretReport SbomReport'),
  quiet('operators.coreos.com', 'OperatorGroup OperatorCondition'),
  quiet('opentelemetry.io', 'Instrumentation'),
  quiet('autoscaling.k8s.io', 'VerticalPodAutoscalerCheckpoint'),
  quiet('nfd.k8s-sigs.io', 'NodeFeature NodeFeatureRule'),
  quiet('topology.node.k8s.io', 'NodeResourceTopology'),
  quiet(
    'config.openshift.io',
    'APIServer Authentication Build Console DNS FeatureGate Image Infrastructure Ingress Network OAuth Project Proxy Scheduler',
  ),
  quiet('machineconfiguration.openshift.io', 'MachineConfig'),
  quiet('security.openshift.io', 'SecurityContextConstraints'),
  quiet('template.openshift.io', 'Template'),
  quiet('user.openshift.io', 'User Group Identity'),
  quiet('longhorn.io', 'Setting'),
  quiet('work.karmada.io', 'PropagationPolicy ClusterPropagationPolicy OverridePolicy'),
  quiet(
    'policy.karmada.io',
    'PropagationPolicy ClusterPropagationPolicy OverridePolicy ClusterOverridePolicy',
  ),
  quiet('image.openshift.io', 'ImageStream ImageStreamTag Image'),
  quiet('build.openshift.io', 'BuildConfig'),
  quiet('notification.toolkit.fluxcd.io', 'Alert Provider'),
]
