import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { type Fields, fields, groupOf } from '@sitrep/status'
import fc from 'fast-check'
import { gatewayApiCrds } from '../src/crds/crds.ts'
import { gatewayGroup } from '../src/kinds.ts'
import { readWorlds } from '../src/worlds.testing.ts'
import { changer } from './changed-spec.ts'
import { edges, refusedByOurs } from './edges.ts'
import { genuineCrds, howToGetCrds } from './genuine-crds.ts'
import { richSpecs } from './rich-specs.ts'
import { type Answer, type Server, serverOf } from './server.ts'

const genuine = await genuineCrds()
const seed = Number(process.env['SITREP_SEED'] ?? 20_260_101)
const runs = Number(process.env['SITREP_RUNS'] ?? 4_000)

const file = join(import.meta.dirname, '..', 'vectors', 'released', 'worlds.yaml')
const worldSpecs = new Map(
  readWorlds(file)
    .flatMap(({ objects }) => objects)
    .filter(({ apiVersion }) => groupOf(apiVersion) === gatewayGroup)
    .map(({ kind, spec }) => [JSON.stringify([kind, spec]), [kind, fields(spec)] as const]),
)
const specs: readonly (readonly [kind: string, spec: Fields])[] = [...richSpecs, ...worldSpecs.values()]

/** All that stands under a keyword, anywhere in the CRDs. */
const under = (keyword: string, text: unknown): readonly unknown[] =>
  Array.isArray(text)
    ? text.flatMap((inner) => under(keyword, inner))
    : Object.entries(fields(text)).flatMap(([name, inner]) =>
        name === keyword && Array.isArray(inner) ? inner : under(keyword, inner),
      )

/** What the rules of the release say to who breaks them. */
const messages = new Set(
  under('x-kubernetes-validations', genuine).map((rule) => String(fields(rule)['message'])),
)
const broken = new Set<string>()

const taken = ({ status }: Answer): boolean => status === 201
const tell = ({ status, body }: Answer): string => `${status} ${String(body['message'] ?? '')}`

function note(answer: Answer): void {
  for (const message of messages) if (tell(answer).includes(message)) broken.add(message)
}

describe('our CRDs and those that were released', {
  skip: genuine === undefined && howToGetCrds,
}, () => {
  let ours: Server
  let theirs: Server
  before(async () => {
    ours = await serverOf(gatewayApiCrds({ profile: 'released' }))
    theirs = await serverOf(genuine ?? [])
  })

  async function compare(kind: string, spec: unknown): Promise<boolean> {
    const [own, released] = [await ours.judge(kind, spec), await theirs.judge(kind, spec)]
    const told = `${kind} ${JSON.stringify(spec)}\nours: ${tell(own)}\nreleased: ${tell(released)}`
    assert.equal(taken(own), taken(released), told)
    note(released)
    if (taken(own)) assert.deepEqual(own.body['spec'], released.body['spec'], told)
    return taken(own)
  }

  it('take the same that is valid, and fill in the same', async () => {
    for (const [kind, spec] of specs) assert.ok(await compare(kind, spec), JSON.stringify([kind, spec]))
  })

  for (const [name, kind, spec] of edges)
    it(`${kind}, ${name}: the same answer`, async () => {
      await compare(kind, spec)
    })

  for (const [name, kind, spec, reason] of refusedByOurs)
    it(`${kind}, ${name}: ours refuse it, because ${reason}`, async () => {
      const answers = [await ours.judge(kind, spec), await theirs.judge(kind, spec)]
      assert.deepEqual(
        answers.map(taken),
        [false, true],
        'where that has changed, it is an edge like the others',
      )
    })

  it(`take and refuse the same, ${runs} times at random`, async (test) => {
    const change = changer(specs, under('enum', genuine))
    let refused = 0
    const chance = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: runs, seed })
    for (const stream of chance) {
      const random = (below: number): number => (stream.next().value ?? 0) % below
      const [kind, spec] = specs[random(random(2) === 0 ? specs.length : richSpecs.length)] ?? ['', {}]
      if (!(await compare(kind, change(spec, random)))) refused += 1
    }
    test.diagnostic(`${refused} of ${runs} refused`)
    assert.ok(refused > runs / 4 && refused < runs, `${refused} of ${runs} refused`)
  })

  /** What becomes of an object that is created and then replaced. */
  async function replaced(server: Server, place: string, [first, ...others]: readonly Fields[]) {
    const [path = '', part = ''] = place.split('#')
    const base = { apiVersion: `${gatewayGroup}/v1`, metadata: { name: 'x' } }
    const { body } = await server.send('POST', `/apis/${gatewayGroup}/v1/${path}`, { ...base, ...first })
    const answers: number[] = []
    for (const other of others) {
      const next = { ...base, metadata: body['metadata'], ...other }
      const answer = await server.send('PUT', `/apis/${gatewayGroup}/v1/${path}/x${part}?dryRun=All`, next)
      note(answer)
      answers.push(answer.status)
    }
    return answers
  }

  it('let no class change its controller', async () => {
    const one = (controllerName: string) => ({ kind: 'GatewayClass', spec: { controllerName } })
    const objects = ['example.com/a', 'example.com/a', 'example.com/b'].map(one)
    for (const server of [ours, theirs])
      assert.deepEqual(await replaced(server, 'gatewayclasses', objects), [200, 422])
  })

  it('take and refuse the same addresses in a status', async () => {
    const one = (type: string, value: string) => ({
      kind: 'Gateway',
      spec: { gatewayClassName: 'a', listeners: [{ name: 'a', port: 80, protocol: 'HTTP' }] },
      status: { addresses: [{ type, value }] },
    })
    const objects = [one('Hostname', 'a'), one('Hostname', 'a'), one('Hostname', 'A'), one('IPAddress', 'a')]
    for (const server of [ours, theirs])
      assert.deepEqual(
        await replaced(server, 'namespaces/default/gateways#/status', objects),
        [200, 422, 422],
      )
  })

  it('have every rule of the release broken at least once, but one that repeats a list of words', () => {
    assert.deepEqual(
      [...messages].filter((message) => !broken.has(message)),
      ["type must be one of ['Exact', 'PathPrefix', 'RegularExpression']"],
    )
  })
})
