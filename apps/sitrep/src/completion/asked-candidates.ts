import { type Connection, discover } from '@sitrep/controller/connection'
import { kubeconfigFile, openCluster } from '../cluster/open-cluster.ts'
import type { Call, Context } from '../command.ts'
import { readSelection } from '../source/selection.ts'
import { namespaceFor } from '../source/target.ts'
import type { Candidate, Wanted } from './wanted.ts'

// Who presses a key waits for an answer, not for a server.
const patienceMs = 1_500

/** Finds what is wanted: on the server, in the kubeconfig, among the rules. */
export async function askedCandidates(
  wanted: Exclude<Wanted, { readonly is: 'files' }>,
  options: Call['options'],
  context: Context,
): Promise<readonly Candidate[]> {
  switch (wanted.is) {
    case 'fixed':
      return wanted.values
    case 'rules': {
      const { lintRules } = await import('@sitrep/verdict')
      return lintRules.map(({ id, title }) => ({ word: id, help: title }))
    }
    case 'scenarios': {
      const { namedScenarios } = await import('@sitrep/simulator')
      const named = namedScenarios.map(({ name, about }) => ({ word: name, help: about }))
      return [...named, { word: 'none', help: 'Nothing happens by itself' }]
    }
    case 'contexts':
      return contextsIn(options, context)
    default:
      return withServer(options, context, (connection, namespace) =>
        onServer(wanted, connection, namespaceFor(options, namespace)),
      )
  }
}

async function contextsIn(options: Call['options'], { env }: Context): Promise<readonly Candidate[]> {
  const file = kubeconfigFile({ words: [], options }, env)
  if (file === undefined) return []
  const { readFileSync } = await import('node:fs')
  const { parse } = await import('yaml')
  const { contexts = [] } = parse(readFileSync(file, 'utf8')) as { contexts?: readonly { name: string }[] }
  return contexts.map(({ name }) => ({ word: name }))
}

type OnServer = Extract<Wanted, { readonly is: 'kinds' | 'names' | 'namespaces' }>

async function onServer(
  wanted: OnServer,
  connection: Connection,
  namespace: string | undefined,
): Promise<readonly Candidate[]> {
  const discovered = await discover(connection)
  if (wanted.is === 'kinds') {
    return discovered.all.map(({ plural, group, kind }) => {
      // A name that several groups use is written with its group.
      const shared = discovered.find(plural).length > 1 && group !== ''
      return { word: `${plural}${shared ? `.${group}` : ''}${wanted.ending}`, help: kind }
    })
  }
  const [resource] = discovered.find(wanted.is === 'names' ? wanted.kind : 'namespaces')
  if (resource === undefined) return []
  const scope = resource.namespaced && namespace !== undefined ? { namespace } : {}
  const objects = await readSelection(connection, { resource, ...scope })
  const prefix = wanted.is === 'names' ? wanted.prefix : ''
  return objects.map(({ metadata }) => ({ word: `${prefix}${metadata.name}` }))
}

async function withServer<Answer>(
  options: Call['options'],
  context: Context,
  ask: (connection: Connection, namespace: string) => Promise<Answer>,
): Promise<Answer> {
  const { connection, namespace } = await openCluster({ words: [], options }, context)
  const hurried: Connection = {
    ...connection,
    request: (request) => connection.request({ ...request, timeoutMs: patienceMs }),
  }
  try {
    return await ask(hurried, namespace)
  } finally {
    connection.close()
  }
}
