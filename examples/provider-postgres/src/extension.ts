import { available, type ExternalClient, type ManagedResource } from '@sitrep/provider'
import type { ObjectNode, Typed } from '@sitrep/status'
import { codeOf } from './errors.ts'
import { difference, fixed, needed, wantedOf } from './parameters.ts'
import type { Session } from './session.ts'
import { checkedName, identifier, joined, literal, sql } from './sql.ts'

const parameters = {
  type: 'object',
  properties: {
    extension: { type: 'string' },
    database: { type: 'string' },
    databaseRef: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    schema: { type: 'string' },
    version: { type: 'string' },
  },
  required: ['extension'],
  rules: fixed('extension', 'database'),
} as const satisfies ObjectNode

/** What can be wanted of an Extension: which one, in which database, and perhaps where and in what version. */
export const extensionParameters: ObjectNode = parameters

type ExtensionParameters = Typed<typeof parameters>

interface ExtensionRow {
  readonly version: string
  readonly schema: string
}

const lookUp = sql`
  SELECT e.extversion AS version, n.nspname AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
  WHERE e.extname = $1`

const noSuchDatabase = '3D000'

/** Keeps extensions as they are wanted. Where a version is left open, any will do; the schema is filled in. */
export const extensionClient = (session: Session): ExternalClient => ({
  observe: async (resource) => {
    const { name, database, wanted } = askedFor(resource)
    const [seen] = await session
      .inDatabase(database, (inside) => inside.rows<ExtensionRow>(lookUp, name))
      .catch((error: unknown) => {
        if (codeOf(error) !== noSuchDatabase) throw error
        return []
      })
    if (seen === undefined) return { exists: false }
    const differences = [
      ...difference('version', seen.version, wanted.version),
      ...difference('schema', seen.schema, wanted.schema),
    ]
    if (wanted.schema === undefined) resource.fillIn({ forProvider: { schema: seen.schema } })
    resource.setStatus({ atProvider: { ...seen } })
    resource.say(available(`Version ${seen.version} in schema ${seen.schema}`))
    return {
      exists: true,
      upToDate: differences.length === 0,
      diff: differences.join(', '),
      lateInitialized: wanted.schema === undefined,
    }
  },
  create: async (resource) => {
    const { name, database, wanted } = askedFor(resource)
    const options = [
      ...(wanted.schema === undefined ? [] : [sql`SCHEMA ${identifier(wanted.schema)}`]),
      ...(wanted.version === undefined ? [] : [sql`VERSION ${literal(wanted.version)}`]),
    ]
    await session.inDatabase(database, (inside) =>
      inside.run(sql`CREATE EXTENSION ${identifier(name)} ${joined(options)}`),
    )
    return undefined
  },
  update: async (resource) => {
    const { name, database, wanted } = askedFor(resource)
    const changes = [
      ...(wanted.schema === undefined ? [] : [sql`SET SCHEMA ${identifier(wanted.schema)}`]),
      ...(wanted.version === undefined ? [] : [sql`UPDATE TO ${literal(wanted.version)}`]),
    ]
    await session.inDatabase(database, async (inside) => {
      for (const change of changes) await inside.run(sql`ALTER EXTENSION ${identifier(name)} ${change}`)
    })
    return undefined
  },
  delete: async (resource) => {
    const { name, database } = askedFor(resource)
    await session.inDatabase(database, (inside) => inside.run(sql`DROP EXTENSION ${identifier(name)}`))
  },
})

function askedFor({ object }: ManagedResource) {
  const wanted = wantedOf<ExtensionParameters>(object)
  const name = checkedName(needed(wanted.extension, 'extension'))
  return { wanted, name, database: checkedName(needed(wanted.database, 'database')) }
}
