/** One column of what a person sees in a line. The CustomResourceDefinition prints the same columns. */
export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  /** Kubernetes JSONPath from the object's root: `.status.replicas`. */
  readonly jsonPath: string
  /** 0 always shows; anything higher only in the wide form. */
  readonly priority: number
  readonly description?: string
}

// Anything above 0 would do; this is what Cluster API gives to such a column.
const widePriority = 10

/** A column that prints what lies at a path. */
export const fieldColumn = (name: string, type: Column['type'], jsonPath: string): Column => ({
  name,
  type,
  jsonPath,
  priority: 0,
})

/** A column that prints the status of a condition of the given type, where conditions stand under `status.conditions`. */
export const conditionColumn = (name: string, type: string): Column =>
  fieldColumn(name, 'string', `.status.conditions[?(@.type=="${type}")].status`)

/** The same column, in the wide form only. */
export const wideColumn = (column: Column): Column => ({ ...column, priority: widePriority })

/** A column that prints how long the object has been there. */
export const ageColumn: Column = fieldColumn('Age', 'date', '.metadata.creationTimestamp')
