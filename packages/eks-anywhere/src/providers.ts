/** What EKS Anywhere asks of one kind of infrastructure. */
export interface Provider {
  readonly machineKind: string | undefined
  /** Machine configs are looked up before the datacenter. */
  readonly machinesFirst: boolean
  /** Whose own answer to its spec the Cluster waits for. */
  readonly judged: 'datacenter' | 'machines' | 'nobody'
}

// Source: aws/eks-anywhere pkg/cluster/build.go and pkg/providers/*/reconciler (behaviour), aebd9a062.
const providers: Readonly<Record<string, Provider>> = {
  DockerDatacenterConfig: { machineKind: undefined, machinesFirst: false, judged: 'nobody' },
  VSphereDatacenterConfig: {
    machineKind: 'VSphereMachineConfig',
    machinesFirst: false,
    judged: 'datacenter',
  },
  CloudStackDatacenterConfig: {
    machineKind: 'CloudStackMachineConfig',
    machinesFirst: true,
    judged: 'datacenter',
  },
  SnowDatacenterConfig: { machineKind: 'SnowMachineConfig', machinesFirst: false, judged: 'machines' },
  NutanixDatacenterConfig: { machineKind: 'NutanixMachineConfig', machinesFirst: false, judged: 'nobody' },
  TinkerbellDatacenterConfig: {
    machineKind: 'TinkerbellMachineConfig',
    machinesFirst: true,
    judged: 'nobody',
  },
}

/** The infrastructure that a datacenter of this kind stands for; nothing for a kind that nobody knows. */
export const providerOf = (datacenterKind: string): Provider | undefined =>
  Object.hasOwn(providers, datacenterKind) ? providers[datacenterKind] : undefined
