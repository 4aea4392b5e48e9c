import {
  ageColumn,
  type Column,
  conditionColumn,
  fieldColumn,
  type Profile,
  wideColumn,
} from '@sitrep/status'

const address = (name: string, type: string): Column =>
  fieldColumn(name, 'string', `.status.addresses[?(@.type=="${type}")].address`)

const nodeInfo = (name: string, key: string): Column => fieldColumn(name, 'string', `.status.nodeInfo.${key}`)

const released: readonly Column[] = [
  fieldColumn('Cluster', 'string', '.spec.clusterName'),
  fieldColumn('Node Name', 'string', '.status.nodeRef.name'),
  wideColumn(fieldColumn('Provider ID', 'string', '.spec.providerID')),
  fieldColumn('Failure domain', 'string', '.status.failureDomain'),
  conditionColumn('Ready', 'Ready'),
  conditionColumn('Available', 'Available'),
  conditionColumn('Up-to-date', 'UpToDate'),
  wideColumn(address('Internal-IP', 'InternalIP')),
  wideColumn(address('External-IP', 'ExternalIP')),
  wideColumn(nodeInfo('OS-Image', 'osImage')),
  wideColumn(conditionColumn('Paused', 'Paused')),
  fieldColumn('Phase', 'string', '.status.phase'),
  ageColumn,
  fieldColumn('Version', 'string', '.spec.version'),
]

// The document's own list drops VERSION, which every other kind keeps; it stays here.
const proposal: readonly Column[] = [
  fieldColumn('CLUSTER', 'string', '.spec.clusterName'),
  wideColumn(conditionColumn('PAUSED', 'Paused')),
  fieldColumn('NODE NAME', 'string', '.status.nodeRef.name'),
  fieldColumn('PROVIDER ID', 'string', '.spec.providerID'),
  conditionColumn('READY', 'Ready'),
  conditionColumn('AVAILABLE', 'Available'),
  conditionColumn('UP TO DATE', 'UpToDate'),
  { ...ageColumn, name: 'AGE' },
  fieldColumn('VERSION', 'string', '.spec.version'),
  wideColumn(nodeInfo('OS-IMAGE', 'osImage')),
  wideColumn(nodeInfo('KERNEL-VERSION', 'kernelVersion')),
  wideColumn(nodeInfo('CONTAINER-RUNTIME', 'containerRuntimeVersion')),
]

/** What a person sees of a Machine in a line. */
export const machineColumns: Readonly<Record<Profile, readonly Column[]>> = { released, proposal }
