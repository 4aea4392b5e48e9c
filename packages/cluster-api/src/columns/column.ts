import type { Column } from '@sitrep/status'

// What Cluster API gives to a column that only the wide form shows.
const widePriority = 10

/** A column that prints what lies at a path. */
export const field = (name: string, type: Column['type'], jsonPath: string): Column => ({
  name,
  type,
  jsonPath,
  priority: 0,
})

/** A column that prints the status of a condition. */
export const condition = (name: string, type: string): Column =>
  field(name, 'string', `.status.conditions[?(@.type=="${type}")].status`)

/** The same column, in the wide form only. */
export const wide = (column: Column): Column => ({ ...column, priority: widePriority })

export const age: Column = field('Age', 'date', '.metadata.creationTimestamp')
