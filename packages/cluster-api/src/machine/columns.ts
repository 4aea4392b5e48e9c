import { ageColumn, type Column, conditionColumn, fieldColumn, wideColumn } from '@sitrep/status'
import {
  availableColumn,
  clusterColumn,
  inCapitals,
  type KindColumns,
  pausedColumn,
  phaseColumn,
  versionColumn,
} from '../crds/columns.ts'

const address = (name: string, type: string): Column =>
  wideColumn(fieldColumn(name, 'string', `.status.addresses[?(@.type=="${type}")].address`))

const nodeInfo = (name: string, key: string): Column =>
  wideColumn(fieldColumn(name, 'string', `.status.nodeInfo.${key}`))

const nodeName = (name: string): Column => fieldColumn(name, 'string', '.status.nodeRef.name')
const providerID = (name: string): Column => fieldColumn(name, 'string', '.spec.providerID')
const ready = conditionColumn('Ready', 'Ready')
const osImage = nodeInfo('OS-Image', 'osImage')

/** What a person sees of a Machine in a line. */
export const machineColumns: KindColumns = {
  released: [
    clusterColumn,
    nodeName('Node Name'),
    wideColumn(providerID('Provider ID')),
    fieldColumn('Failure domain', 'string', '.status.failureDomain'),
    ready,
    availableColumn,
    conditionColumn('Up-to-date', 'UpToDate'),
    address('Internal-IP', 'InternalIP'),
    address('External-IP', 'ExternalIP'),
    osImage,
    pausedColumn,
    phaseColumn,
    ageColumn,
    versionColumn,
  ],
  // The document's own list drops VERSION, which every other kind keeps; it stays here.
  proposal: inCapitals([
    clusterColumn,
    pausedColumn,
    nodeName('Node Name'),
    providerID('Provider ID'),
    ready,
    availableColumn,
    conditionColumn('Up to date', 'UpToDate'),
    ageColumn,
    versionColumn,
    osImage,
    nodeInfo('Kernel-Version', 'kernelVersion'),
    nodeInfo('Container-Runtime', 'containerRuntimeVersion'),
  ]),
  older: [
    clusterColumn,
    nodeName('NodeName'),
    providerID('ProviderID'),
    phaseColumn,
    ageColumn,
    versionColumn,
  ],
}
