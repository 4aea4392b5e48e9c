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
