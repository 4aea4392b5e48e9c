import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { formatRef } from '@sitrep/status'
import { recordedWorld } from '../testing.ts'
import { keysOf, pressed, screenOf, sightOf, stateOf } from './sight.testing.ts'
import type { Sight } from './sight.ts'
import { pageOf, type State } from './state.ts'
import { update } from './update.ts'

const { text, at } = recordedWorld('remediation')
const size = { columns: 100, rows: 24 }

/** Where somebody is: the pages from the first to the last, and the chosen row. */
function whereabouts(state: State): string {
  const pages = state.pages.map(({ place }) => {
    if ('ref' in place) return `${place.show} ${formatRef(place.ref)}`
    return place.show === 'kind' ? `:${place.kind}` : place.show
  })
  return pages.join(' > ')
}

const chosen = (state: State): string => {
  const { rows } = state.content
  const { ref } = rows.find(({ key }) => key === pageOf(state).chosen) ?? {}
  return ref === undefined ? '' : formatRef(ref)
}

describe('Keys', () => {
  let sight: Sight
  let state: State
  before(async () => {
    sight = await sightOf(text, at)
    state = stateOf(sight, size)
  })

  const cluster = 'Cluster health/health'
  const machine = 'Machine health/health-cp-8gxfv'
  type Case = [keys: string, pages: string, row: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['',                            'fleet',                                                cluster, 'the first page is the fleet'],
    ['<enter>',                     `fleet > tree ${cluster}`,                              cluster, 'from the fleet to the tree'],
    ['<enter><enter>',              `fleet > tree ${cluster} > explanation ${cluster}`,     '',      'from the tree to why'],
    ['<enter><enter><escape>',      `fleet > tree ${cluster}`,                              cluster, 'back to where one came from'],
    ['<escape><escape>',            'fleet',                                                cluster, 'nothing lies behind the first page'],
    ['<enter>jjjj',                 `fleet > tree ${cluster}`,                              machine, 'j goes object by object and passes what is noted about them'],
    ['<enter>jjjjkkkk',             `fleet > tree ${cluster}`,                              cluster, 'k goes back'],
    ['<enter><down><down><down><down>', `fleet > tree ${cluster}`,                          machine, 'arrows do the same'],
    ['<enter>jjjjh',                `fleet > tree ${cluster} > history ${machine}`,         '',      'h is about the chosen object'],
    ['e',                           `fleet > explanation ${cluster}`,                       '',      'e needs no tree'],
    ['et',                          `fleet > explanation ${cluster} > tree ${cluster}`,     cluster, 'a row without an object stands for the page'],
    ['?',                           'fleet > help',                                         '',      'help is a page'],
    ['??',                          'fleet > help',                                         '',      'which is not opened twice'],
    [':machines<enter>',            'fleet > :machines',                                    'Machine health/health-md-a-mc6k5-8xg7l', 'the worst first'],
    [':Machine<enter><enter>',      'fleet > :machine > tree Machine health/health-md-a-mc6k5-8xg7l', 'Machine health/health-md-a-mc6k5-8xg7l', 'a kind has a name in the singular too'],
    [':machines<enter>G',           'fleet > :machines',                                    'Machine health/health-md-a-mc6k5-spfzt', 'G goes to the last'],
    [':machines<enter>Gg',          'fleet > :machines',                                    'Machine health/health-md-a-mc6k5-8xg7l', 'g goes to the first'],
    [':machines<enter>/8gxfv',      'fleet > :machines',                                    machine, 'a filter shows what fits while it is typed'],
    [':machines health<enter>/CP<enter>', 'fleet > :machines',                              '',      'a second filter replaces the namespace'],
    [':machines<enter>:fleet<enter>', 'fleet',                                              cluster, ':fleet goes back to the beginning'],
    [':machinez<enter>',            'fleet',                                                cluster, 'what is not there is not opened'],
    [':<backspace>',                'fleet',                                                cluster, 'an empty line is left'],
    ['<enter>/cp-8gxfv<enter>',     `fleet > tree ${cluster}`,                              machine, 'in a tree / looks for the next that fits'],
    ['<enter>/machine health-cp<enter>nnN', `fleet > tree ${cluster}`,                              'Machine health/health-cp-8gxfv', 'n and N go to and fro'],
  ]
  for (const [keys, pages, row, because] of cases) {
    it(`${keys || 'none'}: ${pages}, because ${because}`, () => {
      const after = pressed(state, keys)
      assert.equal(whereabouts(after), pages)
      if (row !== '') assert.equal(chosen(after), row)
    })
  }

  it('narrow to a kind or a namespace by name', () => {
    const counts = ['kind:machine', 'kind:machines ns:health', 'ns:nowhere', 'kind:gateway'].map(
      (filter) => pressed(state, `:machines<enter>/${filter}<enter>`).content.rows.length,
    )
    assert.deepEqual(counts, [6, 6, 0, 0])
  })

  it('say what they cannot do', () => {
    assert.match(
      pressed(state, ':machinez<enter>').note ?? '',
      /nothing called machinez here; did you mean :machines\?/,
    )
    assert.match(pressed(state, '<escape>').note ?? '', /q quits/)
    assert.match(pressed(state, 'n').note ?? '', /Nothing is searched for/)
    assert.match(pressed(state, '<enter>/nowhere<enter>').note ?? '', /Nothing fits nowhere/)
  })

  it('show a command line that another terminal understands', () => {
    assert.equal(pressed(state, 'y').note, 'sitrep explain cluster/health -n health -f bundle.yaml')
  })

  it('go from cause to cause', () => {
    const why = pressed(state, 'e/machine health/health-md-a-mc6k5-r6z2s nodehealthy<enter><enter>')
    assert.equal(
      whereabouts(why),
      `fleet > explanation ${cluster} > explanation Machine health/health-md-a-mc6k5-r6z2s`,
    )
  })

  type Leaving = [key: string, wish: unknown, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const leavings: Leaving[] = [
    ['q',        { leave: 'quit' },      'q quits'],
    ['<ctrl+c>', { leave: 'interrupt' }, 'Ctrl-C is a signal'],
    ['<ctrl+z>', { leave: 'suspend' },   'a raw terminal sends no signal for it'],
    ['x',        undefined,              'other keys mean nothing'],
  ]
  for (const [written, wish, because] of leavings) {
    it(`${written} wishes ${JSON.stringify(wish)}, because ${because}`, () => {
      const [key = { name: '' }] = keysOf(written)
      assert.deepEqual(update(state, { happened: 'key', key }).wish, wish)
    })
  }

  it('are letters while something is typed, but for Ctrl-C', () => {
    const typing = pressed(state, ':')
    assert.equal(update(typing, { happened: 'key', key: { name: 'q', text: 'q' } }).wish, undefined)
    assert.deepEqual(update(typing, { happened: 'key', key: { name: 'ctrl+c' } }).wish, {
      leave: 'interrupt',
    })
    assert.deepEqual(update(pressed(state, ':q'), { happened: 'key', key: { name: 'enter' } }).wish, {
      leave: 'quit',
    })
  })
})

describe('What happens outside', () => {
  let sight: Sight
  before(async () => {
    sight = await sightOf(text, at)
  })
  const without = (name: string): Sight => ({
    ...sight,
    objects: sight.objects.filter(({ ref }) => ref.name !== name),
    byKey: new Map([...sight.byKey].filter(([, { ref }]) => ref.name !== name)),
  })

  it('leaves the chosen object chosen, wherever it stands now', () => {
    const state = pressed(stateOf(sight, size), ':machines<enter>jjj')
    const before = chosen(state)
    const { state: after } = update(state, { happened: 'looked', sight: without('health-md-a-mc6k5-8xg7l') })
    assert.equal(after.content.rows.length, state.content.rows.length - 1)
    assert.equal(chosen(after), before)
  })

  it('chooses what stands in its place when it is gone', () => {
    const state = pressed(stateOf(sight, size), ':machines<enter>j')
    const { state: after } = update(state, {
      happened: 'looked',
      sight: without(chosen(state).split('/')[1] ?? ''),
    })
    assert.equal(pageOf(after).at, 1)
    assert.notEqual(chosen(after), chosen(state))
  })

  it('says of a page whose object is gone that it is', () => {
    const state = pressed(stateOf(sight, size), '<enter>')
    const { state: after } = update(state, { happened: 'looked', sight: without('health') })
    assert.match(screenOf(after).join('\n'), /Cluster health\/health is not there/)
  })

  it('marks what is stale with since when, and no longer when the server is heard again', () => {
    const lost = { since: '2026-11-15T04:08:00Z', why: 'the server cannot be reached' }
    const { state: stale } = update(stateOf(sight, size), { happened: 'link', lost })
    assert.match(screenOf(stale)[0] ?? '', /^STALE for 5s, since 04:08:00Z: the server cannot be reached/)
    const later = { since: '2026-11-15T04:09:00Z', why: 'still' }
    assert.deepEqual(update(stale, { happened: 'link', lost: later }).state.lost, lost)
    const { state: found } = update(stale, { happened: 'link', lost: undefined })
    assert.doesNotMatch(screenOf(found).join('\n'), /STALE/)
  })

  it('asks for a history once, and again when its object has changed', () => {
    const opened = update(stateOf(sight, size), { happened: 'key', key: { name: 'h', text: 'h' } })
    const ref = { group: 'cluster.x-k8s.io', kind: 'Cluster', namespace: 'health', name: 'health' }
    assert.deepEqual(opened.wish, { history: ref })
    const told = { ref, teller: 'object', entries: [] } as const
    const { state: heard } = update(opened.state, { happened: 'told', ref, told })
    assert.match(screenOf(heard).join('\n'), /Nothing is known to have happened to Cluster health\/health/)
    assert.equal(update(heard, { happened: 'looked', sight }).wish, undefined)
    const object = sight.objects.find((each) => each.ref.name === 'health' && each.ref.kind === 'Cluster')
    assert.ok(object)
    const key = [...sight.byKey].find(([, each]) => each === object)?.[0] ?? ''
    const changed = { ...sight, byKey: new Map(sight.byKey).set(key, { ...object }) }
    assert.deepEqual(update(heard, { happened: 'looked', sight: changed }).wish, { history: ref })
  })
})
