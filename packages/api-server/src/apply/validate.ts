import type { Json } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { goSyntax, goText, goType } from '../patch/go-text.ts'
import type { FieldType, ListType, MapType } from './field-type.ts'
import { itemElement } from './list-item.ts'
import { elementText, fieldElement, type PathElement } from './path-element.ts'
import { formOf } from './value-form.ts'

interface Problem {
  readonly path: string
  readonly message: string
}

/** Whether items that are there twice are a problem: they are in what is applied, not in what was stored. */
export type Twins = 'refused' | 'allowed'

/** What keeps an object from being applied: fields the schema does not know, wrong types, items that are there twice. */
export function problemsOf(type: FieldType, object: Json, twins: Twins = 'refused'): string | undefined {
  const problems = check(type, object, twins)
  const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  if (lines.length < 2) return lines[0]
  return ['errors:', ...lines.map((line) => `  ${line}`)].join('\n')
}

function check(type: FieldType, value: Json, twins: Twins): Problem[] {
  switch (formOf(type, value)) {
    case 'map':
      return type.map === undefined ? [] : checkMap(type.map, value, twins)
    case 'list':
      return type.list === undefined ? [] : checkList(type.list, value, twins)
    case 'scalar':
      return checkScalar(type.scalar, value)
  }
}

function below(element: PathElement, problems: readonly Problem[]): Problem[] {
  if (problems.length === 0) return []
  const prefix = elementText(element)
  return problems.map(({ path, message }) => ({ path: prefix + path, message }))
}

function checkMap(map: MapType, value: Json, twins: Twins): Problem[] {
  if (value === null) return []
  if (!isJsonObject(value)) return [wrong(`expected map, got ${shown(value)}`)]
  const problems: Problem[] = []
  for (const key of Object.keys(value)) {
    const type = map.fields.get(key)?.type ?? map.rest
    // The server looks no further into a map after a field that it does not know.
    if (type === undefined) {
      return [...problems, ...below(fieldElement(key), [wrong('field not declared in schema')])]
    }
    problems.push(...below(fieldElement(key), check(type, value[key] ?? null, twins)))
  }
  return problems
}

function checkList(list: ListType, value: Json, twins: Twins): Problem[] {
  if (value === null) return []
  if (!isJsonArray(value)) return [wrong(`expected list, got ${shown(value)}`)]
  const problems: Problem[] = []
  const seen = new Set<PathElement>()
  for (const [at, item] of value.entries()) {
    const element = list.relation === 'atomic' ? `i:${at}` : itemElement(list, item)
    // The server names no further items of a list after one that it cannot identify.
    if (typeof element !== 'string') return [...problems, wrong(`element ${at}: ${element.error}`)]
    if (twins === 'refused' && seen.has(element))
      problems.push(wrong(`duplicate entries for key ${elementText(element)}`))
    seen.add(element)
    problems.push(...below(element, check(list.item, item, twins)))
  }
  return problems
}

function checkScalar(scalar: FieldType['scalar'], value: Json): Problem[] {
  if (value === null) return []
  const numeric = typeof value === 'number' || typeof value === 'bigint'
  switch (scalar) {
    case 'numeric':
      return numeric ? [] : [wrong(`expected numeric (int or float), got ${goType(value)}`)]
    case 'string':
      return typeof value === 'string'
        ? []
        : [wrong(`expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`)]
    case 'boolean':
      return typeof value === 'boolean' ? [] : [wrong(`expected boolean, got ${shown(value)}`)]
    default:
      return typeof value === 'object' ? [wrong(`expected any scalar, got ${shown(value)}`)] : []
  }
}

function wrong(message: string): Problem {
  return { path: '', message }
}

function shown(value: Json): string {
  return `&{${goText(value)}}`
}
