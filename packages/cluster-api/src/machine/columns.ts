import type { Column, Profile } from '@sitrep/status'
import { age, condition, field, wide } from '../columns/column.ts'

const address = (name: string, type: string): Column =>
  field(name, 'string', `.status.addresses[?(@.type=="${type}")].address`)

const nodeInfo = (name: string, key: string): Column => field(name, 'string', `.status.nodeInfo.${key}`)

const released: readonly Column[] = [
  field('Cluster', 'string', '.spec.clusterName'),
  field('Node Name', 'string', '.status.nodeRef.name'),
  wide(field('Provider ID', 'string', '.spec.providerID')),
  field('Failure domain', 'string', '.status.failureDomain'),
  condition('Ready', 'Ready'),
  condition('Available', 'Available'),
  condition('Up-to-date', 'UpToDate'),
  wide(address('Internal-IP', 'InternalIP')),
  wide(address('External-IP', 'ExternalIP')),
  wide(nodeInfo('OS-Image', 'osImage')),
  wide(condition('Paused', 'Paused')),
  field('Phase', 'string', '.status.phase'),
  age,
  field('Version', 'string', '.spec.version'),
]

// The document's own list drops VERSION, which every other kind keeps; it stays here.
const proposal: readonly Column[] = [
  field('CLUSTER', 'string', '.spec.clusterName'),
  wide(condition('PAUSED', 'Paused')),
  field('NODE NAME', 'string', '.status.nodeRef.name'),
  field('PROVIDER ID', 'string', '.spec.providerID'),
  condition('READY', 'Ready'),
  condition('AVAILABLE', 'Available'),
  condition('UP TO DATE', 'UpToDate'),
  { ...age, name: 'AGE' },
  field('VERSION', 'string', '.spec.version'),
  wide(nodeInfo('OS-IMAGE', 'osImage')),
  wide(nodeInfo('KERNEL-VERSION', 'kernelVersion')),
  wide(nodeInfo('CONTAINER-RUNTIME', 'containerRuntimeVersion')),
]

/** What a person sees of a Machine in a line. */
export const machineColumns: Readonly<Record<Profile, readonly Column[]>> = { released, proposal }
