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
  quiet('image.openshift.io', 'ImageStream ImageStreamTag Image'),
  quiet('build.openshift.io', 'BuildConfig'),
  quiet('notification.toolkit.fluxcd.io', 'Alert Provider'),
]
