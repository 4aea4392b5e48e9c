import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { conditionAt, type KubeObject, listsOf } from '@sitrep/status'
import { families, runLine } from '../src/testing.ts'
import { eventually, openPrograms, type RunningUp } from './program.testing.ts'

const limit = { timeout: 240_000 }

const file = `
timings: { dataPlane: 200ms, variation: 0 }
gateways:
  - name: public
    namespace: edge
    services: [{ name: shop/web-next, endpoints: 2 }]
    routes:
      - { name: shop, namespace: shop, service: web, endpoints: 2 }
      - { name: search, namespace: shop, path: /search }
      - { name: pay, namespace: shop, service: bank/pay, endpoints: 1, path: /pay }
  - name: second
    namespace: edge
timeline:
  - { at: 2s, grant: { from: shop, to: bank } }
  - { at: 6s, move-route: { route: shop/shop, to: web-next } }
  - { at: 2s, port-unavailable: { gateway: edge/second, port: 80 } }
`

const at = 'parents[sitrep.dev/gateway-controller|Gateway/edge/public]'

type Case = [path: string, address: string, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['edge/gateways/public',   'Programmed',               'True Programmed',           'its data plane has told what it has in force'],
  ['shop/httproutes/shop',   `${at}:Programmed`,         'True Programmed',           'it is in force too'],
  ['shop/httproutes/shop',   `${at}:ResolvedRefs`,       'True ResolvedRefs',         'its Service is there'],
  ['shop/httproutes/search', `${at}:ResolvedRefs`,       'False BackendNotFound',     'there is no such Service'],
  ['shop/httproutes/pay',    `${at}:ResolvedRefs`,       'True ResolvedRefs',         'a grant came after two seconds'],
  ['edge/gateways/second',   'listeners[http]:Accepted', 'False PortUnavailable',     'its port was taken after two seconds'],
]

describe('sitrep up with gateways', () => {
  const programs = openPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-up-gateways-'))
  let up: RunningUp
  before(async () => {
    writeFileSync(join(folder, 'gateways.yaml'), file)
    up = await programs.up(join(folder, 'data'), '--scenario', join(folder, 'gateways.yaml'))
  })
  after(async () => {
    await programs.endAll()
    rmSync(folder, { recursive: true })
  })

  const read = (path: string): Promise<KubeObject | undefined> =>
    up.connection
      .request<KubeObject>({ path: `/apis/gateway.networking.k8s.io/v1/namespaces/${path}` })
      .catch(() => undefined)
  for (const [path, address, says, because] of cases) {
    it(`${path} ${address} comes to be ${says}, because ${because}`, limit, async () => {
      await eventually(async () => {
        const object = await read(path)
        const condition = object && conditionAt(object, address, listsOf(families, object))
        return condition !== undefined && `${condition.status} ${condition.reason}` === says
          ? true
          : undefined
      })
    })
  }

  it('carry every request to one Service or the next while a route moves', limit, async () => {
    const address = await eventually(async () => {
      const { status } = (await read('edge/gateways/public')) ?? {}
      return (status as { addresses?: { value: string }[] } | undefined)?.addresses?.[0]?.value
    })
    const answered = async (): Promise<string> => {
      const answer = await fetch(`http://${address}/`)
      const { service } = (await answer.json().catch(() => ({}))) as { service?: string }
      return `${answer.status} ${service}`
    }
    // A route is in force before its Service has endpoints, too; from the first answer of one on, none is missing.
    await eventually(async () => ((await answered()).startsWith('200 web') ? true : undefined))
    const seen: string[] = []
    await eventually(async () => {
      seen.push(await answered())
      return seen.at(-1) === '200 web-next' ? true : undefined
    })
    assert.deepEqual(
      seen.filter((each) => !each.startsWith('200 web')),
      [],
      seen.join(', '),
    )
  })

  const explained = async (named: string, namespace: string): Promise<string> => {
    const kubeconfig = join(folder, 'data', 'kubeconfig')
    const line = [
      'explain',
      named,
      '-n',
      namespace,
      '--kubeconfig',
      kubeconfig,
      '--data',
      join(folder, 'data'),
    ]
    const { out, err } = await runLine(line, { env: { HOME: folder }, now: new Date().toISOString() })
    return [...out, ...err].join('\n')
  }
  type Explained = [named: string, namespace: string, says: readonly RegExp[]]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const explanations: Explained[] = [
    ['gateway/public',   'edge', [/^Gateway edge\/public has been programmed/]],
    ['httproute/search', 'shop', [/^HTTPRoute shop\/search .*Service shop\/search does not exist/, /A backendRef names a Service that is not there/]],
    ['gateway/second',   'edge', [/^Gateway edge\/second has not been programmed .*port/i]],
  ]
  for (const [named, namespace, says] of explanations) {
    it(`${named} is explained by what runs`, limit, async () => {
      const text = await explained(named, namespace)
      for (const pattern of says) assert.match(text, pattern)
    })
  }
})
