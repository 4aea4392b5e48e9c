import type { Connection } from '@sitrep/controller/connection'
import {
  type ExternalClient,
  type ManagedKind,
  type Provider,
  type ProviderOptions,
  startProvider,
} from '@sitrep/provider'
import { databaseClient } from './database.ts'
import { extensionClient } from './extension.ts'
import { grantClient } from './grant.ts'
import { group } from './group.ts'
import { telling, told } from './messages.ts'
import { publishedPassword } from './published-password.ts'
import { type Reference, resolverOf } from './references.ts'
import { type PublishedPassword, roleClient } from './role.ts'
import { type Server, Session } from './session.ts'

type ClientOf = (session: Session, password: PublishedPassword) => ExternalClient

// biome-ignore format: a table is read by its columns
const kinds: readonly (readonly [kind: string, client: ClientOf, references: readonly Reference[]])[] = [
  ['Role',      roleClient,      []],
  ['Database',  databaseClient,  [['owner', 'Role']]],
  ['Extension', extensionClient, [['database', 'Database']]],
  ['Grant',     grantClient,     [['role', 'Role'], ['database', 'Database']]],
]

/** The kinds of this provider: each with its client, what it refers to, and one connection to the server a pass. */
export const managedKinds = (server: Server, connection: Connection): readonly ManagedKind[] =>
  kinds.map(([kind, clientOf, references]) => ({
    kind: { group, kind },
    deterministicName: true,
    deletionPolicy: 'offered',
    references: resolverOf(connection, references),
    connector: {
      connect: async (resource, signal) => {
        const session = await told(() => Session.open({ server, signal }), { resource, server })
        const client = clientOf(session, publishedPassword(connection))
        return { ...telling(client, server), disconnect: () => session.close() }
      },
    },
  }))

/** Keeps roles, databases, extensions and grants of one PostgreSQL server as the resources of one cluster want them. */
export const startPostgresProvider = (
  server: Server,
  options: Omit<ProviderOptions, 'kinds'>,
): Promise<Provider> => startProvider({ ...options, kinds: managedKinds(server, options.connection) })
