import type { Column } from '@sitrep/status'
import type { Profile } from '../profile.ts'

const wide = 10

const condition = (type: string): string => `.status.conditions[?(@.type=="${type}")].status`
const address = (type: string): string => `.status.addresses[?(@.type=="${type}")].address`

// biome-ignore format: a column a line reads like the table it prints
const released: readonly Column[] = [
  { name: 'Cluster',        type: 'string', jsonPath: '.spec.clusterName',          priority: 0,    description: 'Cluster' },
  { name: 'Node Name',      type: 'string', jsonPath: '.status.nodeRef.name',       priority: 0,    description: 'Node name associated with this machine' },
  { name: 'Provider ID',    type: 'string', jsonPath: '.spec.providerID',           priority: wide, description: 'Provider ID' },
  { name: 'Failure domain', type: 'string', jsonPath: '.status.failureDomain',      priority: 0,    description: 'Failure domain' },
  { name: 'Ready',          type: 'string', jsonPath: condition('Ready'),           priority: 0,    description: 'Whether the Machine can host workloads' },
  { name: 'Available',      type: 'string', jsonPath: condition('Available'),       priority: 0,    description: 'Whether it has been Ready for long enough' },
  { name: 'Up-to-date',     type: 'string', jsonPath: condition('UpToDate'),        priority: 0,    description: 'Whether it is what its owner wants' },
  { name: 'Internal-IP',    type: 'string', jsonPath: address('InternalIP'),        priority: wide, description: 'Internal IP of the machine' },
  { name: 'External-IP',    type: 'string', jsonPath: address('ExternalIP'),        priority: wide, description: 'External IP of the machine' },
  { name: 'OS-Image',       type: 'string', jsonPath: '.status.nodeInfo.osImage',   priority: wide, description: 'OS image of the Node' },
  { name: 'Paused',         type: 'string', jsonPath: condition('Paused'),          priority: wide, description: 'Whether nobody works on it' },
  { name: 'Phase',          type: 'string', jsonPath: '.status.phase',              priority: 0,    description: 'Machine phase' },
  { name: 'Age',            type: 'date',   jsonPath: '.metadata.creationTimestamp', priority: 0,   description: 'Time since creation' },
  { name: 'Version',        type: 'string', jsonPath: '.spec.version',              priority: 0,    description: 'Kubernetes version' },
]

// biome-ignore format: a column a line reads like the table it prints
const proposal: readonly Column[] = [
  { name: 'CLUSTER',           type: 'string', jsonPath: '.spec.clusterName',                         priority: 0,    description: 'Cluster' },
  { name: 'PAUSED',            type: 'string', jsonPath: condition('Paused'),                         priority: wide, description: 'Whether nobody works on it' },
  { name: 'NODE NAME',         type: 'string', jsonPath: '.status.nodeRef.name',                      priority: 0,    description: 'Its Node' },
  { name: 'PROVIDER ID',       type: 'string', jsonPath: '.spec.providerID',                          priority: 0,    description: 'Its name at the provider' },
  { name: 'READY',             type: 'string', jsonPath: condition('Ready'),                          priority: 0,    description: 'Whether it can host workloads' },
  { name: 'AVAILABLE',         type: 'string', jsonPath: condition('Available'),                      priority: 0,    description: 'Whether it has been Ready for long enough' },
  { name: 'UP TO DATE',        type: 'string', jsonPath: condition('UpToDate'),                       priority: 0,    description: 'Whether it is what its owner wants' },
  { name: 'AGE',               type: 'date',   jsonPath: '.metadata.creationTimestamp',               priority: 0,    description: 'Time since creation' },
  { name: 'VERSION',           type: 'string', jsonPath: '.spec.version',                             priority: 0,    description: 'Kubernetes version' },
  { name: 'OS-IMAGE',          type: 'string', jsonPath: '.status.nodeInfo.osImage',                  priority: wide, description: 'OS image of its Node' },
  { name: 'KERNEL-VERSION',    type: 'string', jsonPath: '.status.nodeInfo.kernelVersion',            priority: wide, description: 'Kernel of its Node' },
  { name: 'CONTAINER-RUNTIME', type: 'string', jsonPath: '.status.nodeInfo.containerRuntimeVersion',  priority: wide, description: 'Container runtime of its Node' },
]

/** What a person sees of a Machine in a line. */
export const machineColumns: Readonly<Record<Profile, readonly Column[]>> = { released, proposal }
