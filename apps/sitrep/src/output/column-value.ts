import { compileJsonPath, type JsonPath, JsonPathError } from '@sitrep/api-server/jsonpath'
import { type Column, severalText } from '@sitrep/status'

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
  try {
    return compileJsonPath(jsonPath)(object as Parameters<JsonPath>[0])
  } catch (error) {
    if (error instanceof JsonPathError) return []
    throw error
  }
}
