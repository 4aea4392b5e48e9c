import type { Json, JsonObject } from '../json/json.ts'
import { bytesOfField, textOfField, truthOfField } from './scalars.ts'
import { readFields } from './wire-reader.ts'

type ChoiceName = 'JSONSchemaPropsOrBool' | 'JSONSchemaPropsOrArray' | 'JSONSchemaPropsOrStringArray'

/** The three places where a JSON schema may stand or something simpler: a boolean, several schemas, names. */
export function decodeSchemaChoice(
  name: ChoiceName,
  message: Buffer,
  decodeSchema: (schema: Buffer) => JsonObject,
): Json | undefined {
  const fields = [...readFields(message)]
  const schemaNumber = name === 'JSONSchemaPropsOrBool' ? 2 : 1
  const schema = fields.find(({ number }) => number === schemaNumber)
  if (schema !== undefined) return decodeSchema(bytesOfField(schema))
  if (name === 'JSONSchemaPropsOrBool') {
    const allows = fields.find(({ number }) => number === 1)
    return allows !== undefined && truthOfField(allows)
  }
  const list = fields.filter(({ number }) => number === 2)
  if (list.length === 0) return undefined
  return name === 'JSONSchemaPropsOrArray'
    ? list.map((field) => decodeSchema(bytesOfField(field)))
    : list.map(textOfField)
}
