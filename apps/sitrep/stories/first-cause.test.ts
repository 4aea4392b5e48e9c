import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FleetAnswer } from '@sitrep/dashboard'
import { demoScenario } from '@sitrep/simulator'
import { formatRef, type KubeObject, type ObjectRef } from '@sitrep/status'
import { openPlayedWorld, type PlayedWorld } from './played-world.testing.ts'

interface TroubleItem {
  readonly wrong: boolean
  readonly object: ObjectRef
  readonly sentence: string
  readonly cause: { readonly object: ObjectRef; readonly words: string }
}

interface EventBody extends KubeObject {
  readonly message: string
  readonly involvedObject: { readonly kind: string; readonly name: string }
}

const objects = [
  'cluster/labs -n fleet',
  'cluster/search -n fleet',
  'database/orders -n shop',
  'cluster/factory -n edge',
]

describe('The first cause', () => {
  let world: PlayedWorld
  let items: readonly TroubleItem[]
  before(async () => {
    world = await openPlayedWorld(demoScenario, 'proposal')
    await world.play(160)
    const answer = await fetch(`${world.apiUrl}/api/v1/trouble`)
    items = ((await answer.json()) as { items: readonly TroubleItem[] }).items.filter(({ wrong }) => wrong)
  })
  after(() => world.close())

  const itemOf = (typed: string): TroubleItem => {
    const [, name] = /\/(\S+)/.exec(typed) ?? []
    const found = items.find(({ object }) => object.name === name)
    assert.ok(found, `${typed} is not in ${items.map(({ object }) => object.name).join(', ')}`)
    return found
  }

  for (const typed of objects) {
    it(`of ${typed} is the same for explain, describe, the list and the read-only API`, async () => {
      const { object, cause } = itemOf(typed)
      const own = formatRef(object) === formatRef(cause.object)
      const sentences = [
        (await world.run(`explain ${typed}`)).out[0],
        (await world.run(`describe ${typed}`, 'server')).out[0],
        (await world.run('trouble', 'server')).out.find((line) => line.startsWith(formatRef(object))),
      ]
      for (const sentence of sentences) {
        assert.ok(sentence?.includes(cause.words) === true, `${sentence}\n${cause.words}`)
        assert.ok(own || sentence?.includes(cause.object.name) === true, `${sentence}\n${cause.object.name}`)
      }
    })
  }

  it('stands in the fleet of the dashboard in the same words', async () => {
    const { cause } = itemOf('database/orders -n shop')
    const { rows } = (await (await fetch(`${world.apiUrl}/api/v1/fleet`)).json()) as FleetAnswer
    const row = rows.find(({ ref }) => ref.kind === 'Database' && ref.name === 'orders')
    assert.ok(row?.sentence.includes(cause.words) === true, `${row?.sentence}\n${cause.words}`)
  })

  it('is in Events where they tell of something that follows from it', async () => {
    const { cause } = itemOf('database/orders -n shop')
    const { out } = await world.run('get events -A -o json', 'server')
    const all = (JSON.parse(out.join('\n')) as { items: readonly EventBody[] }).items
    const told = all.filter(({ message }) => message.includes(`first cause: ${formatRef(cause.object)}`))
    assert.ok(told.length > 0, all.map(({ message }) => message).join('\n'))
    assert.ok(told.every(({ message }) => message.includes(cause.words)))
  })

  it('is led to from a claim through its composite', async () => {
    const { out } = await world.run('explain database/orders -n shop')
    const chain = out.slice(out.indexOf('Because:') + 1, out.indexOf('What usually helps:')).join('\n')
    assert.match(
      chain,
      /^ {2}XDatabase shop-orders .*\n {4}Instance shop-orders-db Synced is False: update failed/,
    )
  })
})
