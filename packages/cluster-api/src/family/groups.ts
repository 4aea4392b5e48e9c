import { bootstrapGroup, controlPlaneGroup, coreGroup, infrastructureGroup } from '../kinds.ts'

/** All groups of Cluster API and of its contract with providers. */
export const groups: readonly string[] = [
  coreGroup,
  controlPlaneGroup,
  bootstrapGroup,
  infrastructureGroup,
  'addons.cluster.x-k8s.io',
  'ipam.cluster.x-k8s.io',
  'runtime.cluster.x-k8s.io',
]

/** Whether a group is Cluster API's own or one below it: anybody may add groups there. */
export const isClusterApiGroup = (group: string): boolean =>
  group === coreGroup || group.endsWith(`.${coreGroup}`)

/** The groups of the contract: whoever provides infrastructure, bootstrap or control planes serves kinds of any name there. */
export const providerGroups: readonly string[] = [bootstrapGroup, controlPlaneGroup, infrastructureGroup]
