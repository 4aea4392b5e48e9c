import type { FieldError } from '../../errors/field-error.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import type { Definition, Field, FieldType } from '../types/definition.ts'
import { typeRegistry } from '../types/type-registry.ts'

/** What is wrong with one struct; `path` is where it stands, with a point at its end unless it is the whole object. */
export type StructRule = (struct: JsonObject, path: string) => readonly FieldError[]

/** By name of the struct, as the tables of types have it. A rule holds wherever the struct stands. */
export type StructRules = Readonly<Record<string, readonly StructRule[]>>

/** Applies the rules to every struct of an object, the outer ones first. Status and metadata are judged elsewhere. */
export function applyStructRules(
  object: JsonObject,
  definition: Definition,
  rules: ReadonlyMap<string, readonly StructRule[]>,
): readonly FieldError[] {
  const problems: FieldError[] = []

  function visitStruct(struct: JsonObject, described: Definition, path: string): void {
    for (const rule of rules.get(described.name) ?? []) problems.push(...rule(struct, path))
    const fields = structuredFields(described)
    for (const field of fields) {
      const value = getOwn(struct, field.name)
      if (typeof value === 'object' && value !== null) visitValue(value, field.type, `${path}${field.name}`)
    }
  }

  function visitValue(value: Json, type: FieldType, path: string): void {
    if (type.form === 'pointer') visitValue(value, type.of, path)
    else if (type.form === 'list' && isJsonArray(value)) {
      value.forEach((item, index) => {
        visitValue(item, type.of, `${path}[${index}]`)
      })
    } else if (type.form === 'map' && isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) visitValue(item, type.of, `${path}[${key}]`)
    } else if (type.form === 'struct' && isJsonObject(value)) {
      const described = typeRegistry.get(type.name)
      if (described !== undefined) visitStruct(value, described, `${path}.`)
    }
  }

  visitStruct(object, definition, '')
  return problems
}

const structured = new WeakMap<Definition, readonly Field[]>()

/** The fields of a struct in which further structs can stand. */
function structuredFields(definition: Definition): readonly Field[] {
  const known = structured.get(definition)
  if (known !== undefined) return known
  const fields = typeRegistry
    .jsonFieldsOf(definition)
    .filter(({ name, type }) => name !== 'status' && name !== 'metadata' && holdsStruct(type))
  structured.set(definition, fields)
  return fields
}

function holdsStruct(type: FieldType): boolean {
  if (type.form === 'struct') return true
  return type.form !== 'named' && holdsStruct(type.of)
}
