// Writes the tables of built-in kinds from the published Kubernetes modules. Run by hand when the release changes; needs Go.
// An argument names another folder to write to; with `--all` the tables hold every known version, served or not.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { collectDefinitions } from './definitions.ts'
import { type ResourceRow, readResources } from './discovery.ts'
import { readEnums } from './enums.ts'
import { type GoFacts, kubernetesSources, packageFolders, readGoFacts } from './modules.ts'
import { readPublishedSchemas } from './openapi.ts'
import { apiPackageOf, splitTypeName } from './packages.ts'

const tablesFolder = fileURLToPath(
  new URL('../../../packages/api-server/src/builtin/tables', import.meta.url),
)

/** Kinds that travel in bodies without being resources. */
const bodyKinds = [
  '/v1/DeleteOptions',
  '/v1/Status',
  '/v1/List',
  '/v1/APIResourceList',
  '/v1/WatchEvent',
  'autoscaling/v1/Scale',
]

function main(): void {
  const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true })
  const folder = positionals[0] ?? tablesFolder
  const kubernetes = kubernetesSources()
  const resources = readResources(kubernetes)
  const facts = readGoFacts()
  const kinds = values.all ? Object.keys(facts.kinds) : servedKinds(resources, facts)
  const roots = kinds.map((kind) => typeOfKind(facts, kind))
  const published = readPublishedSchemas(kubernetes)
  const enums = readEnums(facts, packageFolders())
  const definitions = collectDefinitions({ facts, published, enums }, roots)
  mkdirSync(folder, { recursive: true })
  for (const [alias, table] of definitions) writeTable(join(folder, `${alias}.json`), sorted(table))
  writeTable(join(folder, 'group-versions.json'), sorted(packagesOf(facts, kinds)))
  writeTable(join(folder, 'resources.json'), resources)
}

function servedKinds(resources: readonly ResourceRow[], facts: GoFacts): readonly string[] {
  const kinds = new Set(bodyKinds)
  for (const { group, kind, versions } of resources) {
    for (const [version, { subresources = [] }] of Object.entries(versions)) {
      kinds.add(`${group}/${version}/${kind}`)
      if (facts.kinds[`${group}/${version}/${kind}List`] !== undefined)
        kinds.add(`${group}/${version}/${kind}List`)
      for (const [, groupVersion, subKind] of subresources) kinds.add(`${groupVersion}/${subKind}`)
    }
  }
  return [...kinds]
}

function typeOfKind(facts: GoFacts, kind: string): string {
  const type = facts.kinds[kind]
  if (type === undefined) throw new TypeError(`no Go type is registered for ${kind}`)
  return type
}

/** `group/version` to the alias of the package that holds its types; the core group is written `v1`. */
function packagesOf(facts: GoFacts, kinds: readonly string[]): Record<string, string> {
  const packages: Record<string, string> = {}
  for (const kind of kinds) {
    const [group, version] = kind.split('/')
    const owner = apiPackageOf(splitTypeName(typeOfKind(facts, kind)).path)
    if (owner === undefined || owner.alias === 'meta.v1') continue
    packages[group === '' ? `${version}` : `${group}/${version}`] = owner.alias
  }
  return packages
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function writeTable(path: string, table: unknown): void {
  writeFileSync(path, `${JSON.stringify(table, null, 2)}\n`)
}

main()
