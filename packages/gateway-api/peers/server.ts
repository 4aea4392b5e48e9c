import { createApiServer } from '@sitrep/api-server'
import type { CustomResourceDefinition, Fields } from '@sitrep/status'
import { gatewayGroup } from '../src/kinds.ts'

/** What a server made of something. */
export interface Answer {
  readonly status: number
  readonly body: Fields
}

/** A server of our own that serves these CRDs, whoever wrote them. */
export interface Server {
  /** Creates an object and forgets it: what would be stored, or why not. */
  readonly judge: (kind: string, spec: unknown) => Promise<Answer>
  readonly send: (method: string, path: string, body: unknown) => Promise<Answer>
}

const token = 'for-tests'

export async function serverOf(crds: readonly CustomResourceDefinition[]): Promise<Server> {
  const server = await createApiServer({
    tokens: [{ token, user: { name: 'admin', groups: ['system:masters'] } }],
  })
  const send = async (method: string, path: string, body: unknown): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const request = new Request(`http://server${path}`, { method, headers, body: JSON.stringify(body) })
    const response = await server.fetch(request)
    return { status: response.status, body: (await response.json()) as Fields }
  }
  for (const crd of crds) {
    const { status, body } = await send(
      'POST',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      crd,
    )
    if (status !== 201) throw new Error(`${crd.metadata.name}: ${String(body['message'])}`)
  }
  return serving(crds, send)
}

/** A server that is reached some other way, and serves these CRDs. */
export function serving(crds: readonly CustomResourceDefinition[], send: Server['send']): Server {
  const places = new Map(
    crds.map(({ spec }) => [
      spec.names['kind'],
      `${spec.scope === 'Cluster' ? '' : '/namespaces/default'}/${spec.names['plural']}`,
    ]),
  )
  return {
    send,
    judge: (kind, spec) =>
      send('POST', `/apis/${gatewayGroup}/v1${places.get(kind)}?dryRun=All&fieldValidation=Strict`, {
        apiVersion: `${gatewayGroup}/v1`,
        kind,
        metadata: { name: 'x' },
        spec,
      }),
  }
}
