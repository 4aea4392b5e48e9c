import type { KindKnowledge } from '@sitrep/status'
import { annotations, eksAnywhereGroup } from '../kinds.ts'

/** EKS Anywhere: conditions with severities, and failure fields that count even beside a Ready condition. */
export const knowledge: readonly KindKnowledge[] = [
  {
    source: 'EKS Anywhere, docs/content/en/docs/clustermgmt/cluster-status and pkg/api/v1alpha1',
    group: eksAnywhereGroup,
    kinds: ['Cluster'],
    contract: 'EKS Anywhere v1alpha1',
    needs: ['Ready'],
    conditions: { Ready: 'whole', ControlPlaneInitialized: 'step' },
    reasons: { SkipUpgradesForDefaultCNIConfigured: 'none' },
    pausedBy: { [annotations.paused]: ['true'] },
    skip: ['status.clusterCertificateInfo'],
  },
  {
    source: 'EKS Anywhere, pkg/api/v1alpha1: configurations are only referred to',
    group: eksAnywhereGroup,
    kinds: [
      'AWSIamConfig',
      'CloudStackMachineConfig',
      'DockerDatacenterConfig',
      'FluxConfig',
      'GitOpsConfig',
      'NutanixMachineConfig',
      'OIDCConfig',
      'SnowMachineConfig',
      'TinkerbellMachineConfig',
      'VSphereMachineConfig',
    ],
    quiet: true,
  },
  { source: 'EKS Anywhere, pkg/api/v1alpha1', group: eksAnywhereGroup, severities: true },
]
