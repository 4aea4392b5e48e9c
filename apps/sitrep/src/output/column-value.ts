import { ExpressionError } from '../wait/expression-error.ts'
import { type FieldPath, readPath, valuesAt } from '../wait/field-path.ts'

/** The value that a column's JSONPath leads to, the first of several as servers print it; nothing where it leads nowhere or is none. */
export function columnValue(object: unknown, jsonPath: string): unknown {
  const path = pathOf(jsonPath)
  return path === undefined ? undefined : valuesAt(object, path)[0]
}

function pathOf(text: string): FieldPath | undefined {
  try {
    const { path, end } = readPath(text, 0)
    return end === text.length ? path : undefined
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
