import { groupOf, type KubeObject } from '@sitrep/status'
import type { Context } from '../command.ts'
import { formatJson } from '../output/format-json.ts'

/** Prints whole objects for programs: one as itself, several as a List, or their names. */
export async function printObjects(
  objects: readonly KubeObject[],
  form: 'json' | 'yaml' | 'name',
  { print }: Pick<Context, 'print'>,
): Promise<void> {
  if (form === 'name') {
    for (const { kind, apiVersion, metadata } of objects) {
      const group = groupOf(apiVersion)
      print(`${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${metadata.name}`)
    }
    return
  }
  const value = objects.length === 1 ? objects[0] : { apiVersion: 'v1', kind: 'List', items: objects }
  if (form === 'json') print(formatJson(value))
  else print((await import('../output/format-yaml.ts')).formatYaml(value))
}
