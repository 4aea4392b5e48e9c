import type { Registry } from './knowledge.ts'

/** EKS Anywhere: conditions with severities, and failure fields that count even beside a Ready condition. */
export const eksAnywhereKinds: Registry = [
  {
    source: 'EKS Anywhere, docs/content/en/docs/clustermgmt/cluster-status and pkg/api/v1alpha1',
    group: 'anywhere.eks.amazonaws.com',
    kinds: ['Cluster'],
    contract: 'EKS Anywhere v1alpha1',
    needs: ['Ready'],
    conditions: { Ready: 'whole', ControlPlaneInitialized: 'step' },
    reasons: { SkipUpgradesForDefaultCNIConfigured: 'none' },
    pausedBy: { 'anywhere.eks.amazonaws.com/paused': ['true'] },
    skip: ['status.clusterCertificateInfo'],
  },
  {
    source: 'EKS Anywhere, pkg/api/v1alpha1: configurations are only referred to',
    group: 'anywhere.eks.amazonaws.com',
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
]
