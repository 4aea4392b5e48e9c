import type { KubeObject } from '../../json/json.ts'
import { getOwn } from '../../json/own.ts'
import type { TableColumn } from '../../resources/resource.ts'

/** The two columns of kinds that have no printer of their own. */
export const createdAtColumns: readonly TableColumn[] = [
  { name: 'Name', type: 'string', format: 'name', description: '', priority: 0, cell: metadataText('name') },
  {
    name: 'Created At',
    type: 'date',
    format: '',
    description: '',
    priority: 0,
    cell: metadataText('creationTimestamp'),
  },
]

function metadataText(key: string): (object: KubeObject) => string {
  return ({ metadata }) => {
    const value = getOwn(metadata, key)
    return typeof value === 'string' ? value : ''
  }
}
