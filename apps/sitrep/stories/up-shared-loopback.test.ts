import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { at, conditionAt, fields, type KubeObject, list } from '@sitrep/status'
import { eventually, openPrograms, type RunningUp } from './program.testing.ts'

const limit = { timeout: 240_000 }
const sample = join(import.meta.dirname, '../../../examples/sample-gateway/gateway.yaml')
const isFound = { 'built-in': true, haproxy: spawnSync('haproxy', ['-v']).status === 0 }

interface Answer {
  readonly status: number
  readonly service?: string
  readonly pod?: string
}

const asked = (port: number, host: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent: false, headers: { host } }, async (response) => {
      const { statusCode: status = 0 } = response
      const text = (await response.setEncoding('utf8').toArray()).join('')
      const told = status === 200 ? fields(JSON.parse(text)) : {}
      resolve({ status, service: String(told['service']), pod: String(told['pod']) })
    })
    sent.once('error', reject).end()
  })

for (const dataPlane of ['built-in', 'haproxy'] as const) {
  const skip = isFound[dataPlane] ? false : 'HAProxy is not installed'
  describe(`sitrep up where 127.0.0.1 is all there is, with the data plane ${dataPlane}`, { skip }, () => {
    const programs = openPrograms()
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-up-shared-'))
    const data = join(folder, 'data')
    let up: RunningUp
    let publicPort = 0
    before(async () => {
      const line = ['--loopback', 'shared', '--scenario', 'gateways', '--speed', '5']
      up = await programs.up(data, ...line, '--data-plane', dataPlane)
    })
    after(async () => {
      // With time to end what it has started: HAProxy would outlive it.
      await up.kill('SIGINT')
      await programs.endAll()
      rmSync(folder, { recursive: true })
    })

    const listed = async (path: string): Promise<readonly KubeObject[]> =>
      (await up.connection.request<{ items: KubeObject[] }>({ path })).items
    const slices = () => listed('/apis/discovery.k8s.io/v1/endpointslices')
    /** The port of a Gateway once it is programmed: its own, or the one that its status names. */
    const portOf = (place: string): Promise<number> =>
      eventually(async () => {
        const path = `/apis/gateway.networking.k8s.io/v1/namespaces/${place}`
        const gateway = await up.connection.request<KubeObject>({ path }).catch(() => undefined)
        const programmed = gateway && conditionAt(gateway, 'Programmed')
        if (programmed?.status !== 'True') return undefined
        assert.deepEqual(
          list(at(gateway?.status, 'addresses')).map((each) => at(each, 'value')),
          ['127.0.0.1'],
        )
        return Number(/\b80 on (\d+)/.exec(programmed.message ?? '')?.[1] ?? 80)
      })

    it('says so when it starts', async () => {
      const said = await up.says('Ctrl-C')
      assert.match(said, /^gateways +all share 127\.0\.0\.1/m)
      assert.match(said, /^pods +all share 127\.0\.0\.1, every port is opened elsewhere/m)
    })

    it('carries requests to every workload of the scenario, also while a route moves', limit, async () => {
      publicPort = await portOf('edge/gateways/public')
      const seen = new Map<string, Set<string>>()
      await eventually(async () => {
        const { status, service = '', pod = '' } = await asked(publicPort, 'shop.example.com')
        // Before the workloads are there a Service has nobody to ask.
        if (seen.size > 0) assert.equal(status, 200)
        if (status === 200) seen.set(service, new Set([...(seen.get(service) ?? []), pod]))
        return seen.get('web-next')?.size === 2 ? true : undefined
      })
      assert.deepEqual([...seen.keys()], ['web', 'web-next'])
      assert.deepEqual([...(seen.get('web') ?? [])].toSorted(), ['web-0', 'web-1', 'web-2'])
    })

    it('tells Gateways apart by their ports, and Pods too, which say so', limit, async () => {
      const env = { KUBECONFIG: join(data, 'kubeconfig') }
      const applied = await programs.sitrep(['apply', '-f', sample], env).ended
      assert.equal(applied.code, 0, applied.stderr)
      const port = await portOf('shop/gateways/edge')
      assert.notEqual(port, publicPort)
      const seen = new Set<string>()
      await eventually(async () => {
        const { status, pod = '' } = await asked(port, 'shop.example')
        if (status === 200) seen.add(pod)
        return seen.size === 2 ? true : undefined
      })
      const pods = await listed('/api/v1/namespaces/shop/pods')
      assert.deepEqual(
        pods.map(({ metadata }) => metadata.name),
        [...seen].toSorted(),
      )
      for (const { status } of pods)
        assert.match(String(at(status, 'message')), /^Ports are open elsewhere: 3000 on \d+/)
    })

    it('names no address but the shared one in any EndpointSlice', async () => {
      const found = (await slices()).flatMap((slice) =>
        list(fields(slice)['endpoints']).flatMap((each) => list(at(each, 'addresses'))),
      )
      assert.ok(found.length >= 5)
      assert.deepEqual([...new Set(found)], ['127.0.0.1'])
    })
  })
}
