import { type Column, severalText } from '@sitrep/status'
import { ExpressionError } from '../wait/expression-error.ts'
import { type FieldPath, readPath, valuesAt } from '../wait/field-path.ts'

/** The value that a column's JSONPath leads to, the first of several as servers print it unless it shows all of them; nothing where it leads nowhere or is none. */
export function columnValue(
  object: unknown,
  { jsonPath, several, over }: Pick<Column, 'jsonPath' | 'several' | 'over'>,
): unknown {
  const values = valuesOf(object, jsonPath)
  if (several === undefined) return values[0]
  const missing = over === undefined ? 0 : valuesOf(object, over).length - values.length
  return severalText([...values.map(String), ...Array(Math.max(0, missing)).fill('Unknown')], several)
}

function valuesOf(object: unknown, jsonPath: string): readonly unknown[] {
  const path = pathOf(jsonPath)
  return path === undefined ? [] : valuesAt(object, path)
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
