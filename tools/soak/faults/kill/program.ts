// One of the processes that are killed: the API server with its store and the simulated infrastructure, or a controller.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startApiServer } from '@sitrep/api-server'
import { clusterApi, crds } from '@sitrep/cluster-api'
import { clusterApiEdge } from '@sitrep/cluster-api-edge'
import { realTiming, ShardMember, startController } from '@sitrep/controller'
import { type Connection, ControllerError, openKubeconfig } from '@sitrep/controller/connection'
import { emptyScenario, faster, providerCrds, startSimulator } from '@sitrep/simulator'
import { createCatalog } from '@sitrep/status'
import { followFacts, keepFacts } from './facts.ts'
import type { ProgramOptions } from './options.ts'

const options = JSON.parse(process.argv[2] ?? '{}') as ProgramOptions
const { folder } = options
const profile = 'proposal'
const timing = realTiming
// How much faster everything is made than in a real cloud.
const hasten = 40

// Whoever started it may be killed too, and then nobody ends it.
process.stdin.resume().once('end', () => process.exit())

if (options.role === 'server') await serve(options.port)
else await control(options)
console.log('ready')

async function serve(port: number): Promise<void> {
  const started = await startApiServer({ data: folder, port })
  const { connection } = await openKubeconfig({ text: started.kubeconfig })
  for (const crd of [...crds({ profile }), ...providerCrds()])
    await make(connection, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)
  const prod = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } }
  await make(connection, '/api/v1/namespaces', prod)
  await startSimulator({
    connection,
    workload: async (cluster) => {
      await started.server.addCluster(cluster)
      const kubeconfig = started.kubeconfigFor(cluster)
      return { connection: (await openKubeconfig({ text: kubeconfig })).connection, kubeconfig }
    },
    timing,
    feedFacts: keepFacts(folder),
    onError: () => {},
    scenario: faster(emptyScenario, hasten),
  })
  console.log(`port ${new URL(started.url).port}`)
}

async function control({ identity, seats }: Extract<ProgramOptions, { role: 'controller' }>): Promise<void> {
  const text = readFileSync(join(folder, 'kubeconfig'), 'utf8')
  const { connection } = await openKubeconfig({ text })
  const member =
    seats === 1
      ? undefined
      : new ShardMember({
          ...{ connection, timing, identity, seats },
          namespace: 'default',
          group: 'sitrep',
          durationMs: 2_000,
        })
  member?.start()
  const controller = startController({
    connection,
    timing,
    mode: 'write',
    catalog: createCatalog(clusterApi({ profile })),
    edges: [
      clusterApiEdge({
        sources: [],
        times: { probeEveryMs: 500, probeTimeoutMs: 500, reconnectEveryMs: 500, tellEveryMs: 1_000 },
      }),
    ],
    // Writes that fail are the point; what counts is what stands there in the end.
    onWriteError: () => {},
    ...(member && { mayWrite: ({ name }) => member.owns(name) }),
  })
  followFacts(folder, controller.feed)
}

async function make(connection: Connection, path: string, body: unknown): Promise<void> {
  try {
    await connection.request({ method: 'POST', path, body })
  } catch (error) {
    if (!(error instanceof ControllerError) || error.httpStatus !== 409) throw error
  }
}
