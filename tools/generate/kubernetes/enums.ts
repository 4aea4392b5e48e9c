import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GoFacts } from './modules.ts'
import { apiPackageOf, splitTypeName } from './packages.ts'

const enumType = /^\/\/ \+enum\n(?:\/\/.*\n)*type (\w+) string$/gm
const constant = /^\s*\w+\s+(\w+)\s*=\s*"([^"]*)"/gm

/** The words that types marked as enumerations can hold, by qualified name of the type, in alphabetical order. */
export function readEnums(
  facts: GoFacts,
  folderOf: (packagePath: string) => string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const paths = new Set(Object.keys(facts.types).map((type) => splitTypeName(type).path))
  const enums = new Map<string, readonly string[]>()
  for (const path of paths) {
    const folder = apiPackageOf(path) === undefined ? undefined : folderOf(path)
    if (folder === undefined || !existsSync(folder)) continue
    for (const [name, words] of enumsOfSources(readSources(folder))) enums.set(`${path}.${name}`, words)
  }
  return enums
}

function readSources(folder: string): string {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.go') && !file.includes('generated') && !file.endsWith('_test.go'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

function enumsOfSources(sources: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>()
  for (const [, name = ''] of sources.matchAll(enumType)) words.set(name, [])
  for (const [, type = '', word = ''] of sources.matchAll(constant)) words.get(type)?.push(word)
  return new Map([...words].filter(([, list]) => list.length > 0).map(([name, list]) => [name, list.sort()]))
}
