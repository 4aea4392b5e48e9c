/** One column of what a person sees in a line. The CustomResourceDefinition prints the same columns. */
export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  /** Kubernetes JSONPath from the object's root: `.status.replicas`. */
  readonly jsonPath: string
  /** 0 always shows; anything higher only in the wide form. */
  readonly priority: number
  readonly description?: string
  /** What is shown where the path leads to several values: all of them, or one word over all. Left out: the first, which is all that an API server prints. */
  readonly several?: 'joined' | 'summed'
  /** Where that leads which each of the values is about: of what has none, it is not known. */
  readonly over?: string
}

/** A column that shows more than an API server would: all values that its path leads to. */
export const joinedColumn = (name: string, jsonPath: string): Column => ({
  ...fieldColumn(name, 'string', jsonPath),
  several: 'joined',
})

/** A column that shows one word over all values that its path leads to, and over those that are missing. */
export const summedColumn = (name: string, jsonPath: string, over?: string): Column => ({
  ...fieldColumn(name, 'string', jsonPath),
  several: 'summed',
  ...(over !== undefined && { over }),
})

/** What a column shows of several values. Over statuses the word is theirs where they agree, `Partial` where they do not, `Unknown` where there is none. */
export function severalText(values: readonly string[], several: 'joined' | 'summed'): string {
  if (several === 'joined') return values.join(',')
  const [first = 'Unknown', ...rest] = values
  return rest.every((value) => value === first) ? first : 'Partial'
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
