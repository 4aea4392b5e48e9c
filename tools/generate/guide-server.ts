import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startApiServer } from '@sitrep/api-server'
import { type Connection, discover, objectPath, openKubeconfig } from '@sitrep/controller/connection'
import { groupOf, type KubeObject } from '@sitrep/status'
import { installCrds } from '../../apps/sitrep/src/cluster/install-crds.ts'
import { crdsOf } from '../../apps/sitrep/src/families/spoken.ts'
import { parseObjects } from '../../apps/sitrep/src/source/parse-objects.ts'
import { families } from '../families.ts'

/** The server that the command lines of one guide talk to. */
export interface GuideServer {
  readonly close: () => Promise<void>
}

interface GuideServerOptions {
  /** Where the command lines run; its kubeconfig is found there. */
  readonly folder: string
  /** The instant at which the server's clock stands. */
  readonly clock: string
  /** A world that lies on the server before the first command line, statuses included. */
  readonly world: string | undefined
}

/** Starts an embedded server whose clock stands still, with our definitions and the objects of a world. */
export async function startGuideServer({ folder, clock, world }: GuideServerOptions): Promise<GuideServer> {
  const server = await startApiServer({ now: () => Date.parse(clock) })
  mkdirSync(join(folder, '.kube'), { recursive: true })
  writeFileSync(join(folder, '.kube', 'config'), server.kubeconfig)
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  try {
    const spoken = families.map((family) => ({ family, profile: 'released' as const }))
    await installCrds(connection, await crdsOf(spoken))
    if (world !== undefined)
      // Facts stand in files, never on a server.
      for (const { object } of parseObjects(readFileSync(join(folder, world), 'utf8'), world))
        if (groupOf(object.apiVersion) !== 'sitrep.dev') await lay(connection, object)
  } finally {
    connection.close()
  }
  return server
}

/** Creates an object as its user would, and has its controller, called `manager`, report its status. */
async function lay(connection: Connection, object: KubeObject): Promise<void> {
  const { apiVersion, kind, metadata, status } = object
  const resource = (await discover(connection)).get({ group: groupOf(apiVersion), kind })
  if (resource === undefined) throw new Error(`The server does not serve ${kind} of ${apiVersion}`)
  const path = objectPath(resource, metadata)
  await connection.request({ method: 'POST', path: path.slice(0, path.lastIndexOf('/')), body: object })
  if (status === undefined || kind === 'CustomResourceDefinition') return
  const contentType = 'application/merge-patch+json'
  await connection.request({
    method: 'PATCH',
    path: `${path}/status?fieldManager=manager`,
    body: { status },
    contentType,
  })
}
