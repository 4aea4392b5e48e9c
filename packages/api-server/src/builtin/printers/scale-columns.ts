import type { KubeObject } from '../../json/json.ts'
import type { TableColumn } from '../../resources/resource.ts'
import { numberOf, objectOf } from '../validation/read.ts'
import { ageColumn, column, nameColumn } from './column.ts'

const replicas = (scale: KubeObject, part: 'spec' | 'status'): number =>
  numberOf(objectOf(scale, part), 'replicas') ?? 0

/** What a Scale shows in a line. */
export const scaleColumns: readonly TableColumn[] = [
  nameColumn,
  column('Desired', (scale) => replicas(scale, 'spec'), 'integer'),
  column('Available', (scale) => replicas(scale, 'status'), 'integer'),
  { ...ageColumn, type: 'date' },
]
