import { type ExternalClient, type ManagedResource, unavailable } from '@sitrep/provider'
import { codeOf, formatList, PostgresError, type PostgresErrorCode } from './errors.ts'
import type { Server } from './session.ts'

type Sentence = readonly [code: PostgresErrorCode, text: (server: Server) => string]

// Codes of the operating system, and those of PostgreSQL (Appendix A of its manual) whose own words do not say where to look.
const sentences: Readonly<Record<string, Sentence>> = {
  ECONNREFUSED: ['unreachable', (server) => `PostgreSQL at ${formatServer(server)} refuses connections`],
  ENOENT: ['unreachable', (server) => `PostgreSQL has no socket at ${formatServer(server)}`],
  ENOTFOUND: ['unreachable', ({ host }) => `PostgreSQL’s host ${host} is not known`],
  EAI_AGAIN: ['unreachable', ({ host }) => `PostgreSQL’s host ${host} cannot be looked up`],
  ECONNRESET: ['unreachable', (server) => `PostgreSQL at ${formatServer(server)} broke the connection off`],
  '28P01': [
    'unreachable',
    (server) => `PostgreSQL at ${formatServer(server)} does not accept the password of role ${server.user}`,
  ],
  '57P03': [
    'unreachable',
    (server) => `PostgreSQL at ${formatServer(server)} is starting up or shutting down`,
  ],
}

/** Whatever went wrong as an error whose message is a sentence. */
export function explained(error: unknown, server: Server): PostgresError {
  if (error instanceof PostgresError) return error
  const known = sentences[codeOf(error) ?? '']
  if (known !== undefined) return new PostgresError(known[0], known[1](server), { cause: error })
  const words = error instanceof Error ? error.message : String(error)
  const detail = error instanceof Error && 'detail' in error ? String(error.detail ?? '') : ''
  const lines = detail.split('\n').filter((line) => line !== '')
  const text = [capitalized(words), ...(lines.length > 0 ? [formatList(lines)] : [])].join(': ')
  return new PostgresError('refused', text, { cause: error })
}

/** For which resource, on which server, something is done. */
export interface About {
  readonly resource: ManagedResource
  readonly server: Server
}

/** Does something for a resource; what goes wrong is said on its Ready, in a sentence, and thrown on. */
export async function told<Result>(work: () => Promise<Result>, about: About): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const problem = explained(error, about.server)
    about.resource.say(unavailable(problem.message))
    throw problem
  }
}

/** A client that says on Ready what goes wrong. A resource that could never be made is gone as soon as somebody deletes it. */
export const telling = (client: ExternalClient, server: Server): ExternalClient => ({
  observe: (resource, signal) => {
    const observed = () =>
      client.observe(resource, signal).catch((error: unknown) => goneIfNeverMade(resource, error))
    return told(observed, { resource, server })
  },
  create: (resource, signal) => told(() => client.create(resource, signal), { resource, server }),
  update: (resource, signal) => told(() => client.update(resource, signal), { resource, server }),
  delete: (resource, signal) => told(() => client.delete(resource, signal), { resource, server }),
})

function goneIfNeverMade({ object }: ManagedResource, error: unknown): { readonly exists: false } {
  const impossible = error instanceof PostgresError && error.retry === 'never'
  if (impossible && object.metadata.deletionTimestamp !== undefined) return { exists: false }
  throw error
}

const formatServer = ({ host, port }: Server): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
