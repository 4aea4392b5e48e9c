import http from 'node:http'
import { startApiServer } from '@sitrep/api-server'
import { realTiming, startController } from '@sitrep/controller'
import { openKubeconfig } from '@sitrep/controller/connection'
import {
  builtInAbilities,
  createBuiltInDataPlane,
  createHttpServing,
  dataPlaneEdge,
  loopbackPlaces,
  surveyGround,
  usualLimits,
} from '@sitrep/data-plane'
import { gatewayApi, gatewayApiCrds } from '@sitrep/gateway-api'
import { gateway, gatewayClass, route, service } from '@sitrep/gateway-api/testing'
import { at, createCatalog, type KubeObject, list } from '@sitrep/status'

/** A figure of the bench. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
}

const changes = 100
const routesPath = '/apis/gateway.networking.k8s.io/v1/namespaces/shop/httproutes'

const ruleOf = (index: number, version: string) => ({
  rules: [
    {
      matches: [{ path: { type: 'PathPrefix', value: `/r${index}` } }],
      filters: [
        { type: 'RequestRedirect', requestRedirect: { statusCode: 302, hostname: `v${version}.example` } },
      ],
    },
  ],
})

/** From the request that changes a route, through the API server, to the first request that is answered accordingly. */
export async function measureChanges(routes: number): Promise<readonly Figure[]> {
  const { now, random } = realTiming
  const server = await startApiServer({ tls: false })
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  const post = (path: string, body: unknown): Promise<unknown> =>
    connection.request({ method: 'POST', path, body })
  for (const crd of gatewayApiCrds({ profile: 'released' }))
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)
  for (const name of ['infra', 'shop']) await post('/api/v1/namespaces', { metadata: { name } })
  await post('/apis/gateway.networking.k8s.io/v1/gatewayclasses', gatewayClass())
  await post('/apis/gateway.networking.k8s.io/v1/namespaces/infra/gateways', gateway())
  await post('/api/v1/namespaces/shop/services', service())
  for (let index = 0; index < routes; index++)
    await post(routesPath, route(ruleOf(index, '0'), { name: `r${index}` }))
  const serving = createHttpServing({ limits: usualLimits, now, random })
  const controller = startController({
    connection,
    catalog: createCatalog(gatewayApi({ profile: 'released', abilities: builtInAbilities })),
    mode: 'write',
    edges: [
      dataPlaneEdge({
        dataPlane: createBuiltInDataPlane({ http: serving, now, random }),
        places: loopbackPlaces(await surveyGround()),
      }),
    ],
  })
  const edge = '/apis/gateway.networking.k8s.io/v1/namespaces/infra/gateways/edge'
  let host: string | undefined
  while (host === undefined) {
    const { status }: KubeObject = await connection.request({ path: edge })
    host = at(list(at(status, 'addresses'))[0], 'value') as string | undefined
  }
  const agent = new http.Agent({ keepAlive: true })
  const asked = (index: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const request = http.get({ agent, host, port: 80, path: `/r${index}` }, (response) => {
        response.resume().once('end', () => resolve(String(response.headers.location)))
      })
      request.once('error', reject)
    })
  const until = async (index: number, version: string): Promise<void> => {
    while (!(await asked(index)).includes(`//v${version}.example`)) await new Promise(setImmediate)
  }
  await until(routes - 1, '0')
  const times: number[] = []
  const used = process.cpuUsage()
  for (let change = 1; change <= changes; change++) {
    const index = (change * 37) % routes
    const started = performance.now()
    const contentType = 'application/merge-patch+json'
    const body = { spec: ruleOf(index, String(change)) }
    await connection.request({ method: 'PATCH', path: `${routesPath}/r${index}`, body, contentType })
    await until(index, String(change))
    times.push(performance.now() - started)
  }
  const { user, system } = process.cpuUsage(used)
  agent.destroy()
  await controller.stop()
  connection.close()
  await server.close()
  times.sort((a, b) => a - b)
  const name = `data plane: change of a route to traffic, ${routes} routes`
  return [
    { name: `${name}, median`, value: times[Math.floor(changes * 0.5)] ?? 0, unit: 'ms' },
    { name: `${name}, p99`, value: times[Math.floor(changes * 0.99)] ?? 0, unit: 'ms' },
    // Server, controller and client together: says on a busy machine what the times above hide.
    { name: `${name}, processor time a change`, value: (user + system) / 1_000 / changes, unit: 'ms' },
  ]
}
