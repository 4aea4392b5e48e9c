import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import {
  type Controller,
  type ControllerOptions,
  Disagreements,
  realTiming,
  startController,
} from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { dataPlaneReportKind, gatewayApi, gatewayApiCrds } from '@sitrep/gateway-api'
import { conditionAt, createCatalog, type KubeObject, listsOf, type ObjectRef, refOf } from '@sitrep/status'
import { families } from '../src/testing.ts'
import { type CountedConnection, countWrites } from './counted-writes.testing.ts'

export const ours = 'a.example/ours'
export const theirs = 'b.example/theirs'

const plurals: Readonly<Record<string, string>> = {
  GatewayClass: 'gatewayclasses',
  EndpointSlice: 'endpointslices',
}

/** The path of an object on a server. */
export function pathOf({ apiVersion, kind, metadata }: KubeObject, name = `/${metadata.name}`): string {
  const scope = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`
  const root = apiVersion.includes('/') ? '/apis' : '/api'
  return `${root}/${apiVersion}${scope}/${plurals[kind] ?? `${kind.toLowerCase()}s`}${name}`
}

/** An embedded server with the kinds of Gateway API, and a controller for one of two controller names. */
export interface GatewayStory {
  readonly server: StartedApiServer
  readonly connection: Connection
  readonly create: (...objects: readonly KubeObject[]) => Promise<void>
  readonly read: (object: KubeObject) => Promise<KubeObject>
  readonly patch: (object: KubeObject, body: unknown) => Promise<KubeObject>
  /** Writes a status as another controller would. */
  readonly report: (object: KubeObject, status: unknown) => Promise<KubeObject>
  readonly remove: (object: KubeObject) => Promise<unknown>
  /** A condition in short: `True Accepted`, of which generation. */
  readonly says: (object: KubeObject, address: string) => Promise<string>
  /** Tells what the data plane of a Gateway has in force. */
  readonly tell: (gateway: KubeObject, status: unknown) => void
  readonly start: (options?: Partial<ControllerOptions>) => StartedGatewayController
  readonly close: () => Promise<void>
}

export interface StartedGatewayController {
  readonly controller: Controller
  readonly sent: CountedConnection
  readonly disagreements: Disagreements
  /** Resolves once nothing is left to compute and to write. */
  readonly settled: () => Promise<void>
}

const contentType = 'application/merge-patch+json'

export async function openGatewayStory(): Promise<GatewayStory> {
  const server = await startApiServer()
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  const create: GatewayStory['create'] = async (...objects) => {
    for (const object of objects)
      await connection.request({ method: 'POST', path: pathOf(object, ''), body: object })
  }
  const read: GatewayStory['read'] = (object) => connection.request({ path: pathOf(object) })
  await create(...(gatewayApiCrds({ profile: 'released' }) as readonly KubeObject[]))
  for (const name of ['infra', 'shop', 'bank'])
    await create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  let newest: StartedGatewayController | undefined
  return {
    server,
    connection,
    create,
    read,
    patch: (object, body) => connection.request({ method: 'PATCH', path: pathOf(object), body, contentType }),
    report: (object, status) => {
      const path = `${pathOf(object)}/status?fieldManager=other`
      return connection.request({ method: 'PATCH', path, body: { status }, contentType })
    },
    remove: (object) => connection.request({ method: 'DELETE', path: pathOf(object) }),
    says: async (object, address) => {
      const found = await read(object)
      const condition = conditionAt(found, address, listsOf(families, found))
      return condition === undefined
        ? 'absent'
        : `${condition.status} ${condition.reason} ${condition.observedGeneration}`
    },
    tell: (gateway, status) => {
      const about: ObjectRef = refOf(gateway)
      newest?.controller.facts.of({ kind: dataPlaneReportKind, about }).tell(about, status)
    },
    start: (options = {}) => {
      newest = startOn(connection, options)
      return newest
    },
    close: async () => {
      await newest?.controller.stop()
      connection.close()
      await server.close()
    },
  }
}

function startOn(connection: Connection, options: Partial<ControllerOptions>): StartedGatewayController {
  const sent = countWrites(connection)
  const disagreements = new Disagreements()
  const controller = startController({
    connection: sent.connection,
    catalog: createCatalog(gatewayApi({ profile: 'released', settings: { controllerNames: [ours] } })),
    mode: 'write',
    onCompared: (ref, compared) => disagreements.compare(ref, { compared, now: realTiming.now() }),
    ...options,
  })
  const settled = async (): Promise<void> => {
    // Several looks in a row: what was written comes back and is looked at once more.
    for (let calm = 0; calm < 5; calm = controller.synced && controller.queueDepth === 0 ? calm + 1 : 0) {
      await controller.settled()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return { controller, sent, disagreements, settled }
}
