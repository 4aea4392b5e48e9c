import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fleetHref, objectHref, parseRoute, rulesHref } from './route.ts'

const cluster = { group: 'example.dev', kind: 'Cluster', namespace: 'prod', name: 'a' }
const node = { group: '', kind: 'Node', name: 'n-1', cluster: 'prod/a' }

type Case = [name: string, fragment: string, says: unknown, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['nothing',         '',                                              'fleet',                          'the fleet is the first page'],
  ['the root',        '#/',                                            'fleet',                          'the fleet is the first page'],
  ['filters',         '#/?kind=Cluster.example.dev&text=a%20b',        'fleet kind=Cluster.example.dev&text=a+b', 'filters can be linked to'],
  ['an object',       '#/object/example.dev/Cluster/prod/a',           'object tree Cluster prod/a',     'its tree comes first'],
  ['a tab',           '#/object/example.dev/Cluster/prod/a/why',       'object why Cluster prod/a',      'every view can be linked to'],
  ['no namespace',    '#/object/-/Node/-/n-1?cluster=prod%2Fa',        'object tree Node n-1 in prod/a', 'a dash stands for none'],
  ['a hostile name',  '#/object/-/Pod/prod/%3Cimg%20src%3Dx%3E%2Fb',   'object tree Pod prod/<img src=x>/b', 'a name is only a name'],
  ['no such tab',     '#/object/example.dev/Cluster/prod/a/secrets',   'nowhere',                        'what is not there is not guessed'],
  ['too little',      '#/object/example.dev/Cluster',                  'nowhere',                        'an object has a name'],
  ['too much',        '#/events/now',                                  'nowhere',                        'there is one page of events'],
  ['rules',           '#/rules',                                       'rules',                          'all kinds are offered'],
  ['rules of a kind', '#/rules/example.dev/Cluster',                   'rules Cluster.example.dev',      'each kind can be linked to'],
  ['cut off',         '#/object/example.dev/Cluster/prod/%E0%A4',      'nowhere',                        'half a character is no name'],
]

describe('routes', () => {
  for (const [name, fragment, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => assert.equal(spoken(fragment), says))
  }

  it('lead back to what they were made of', () => {
    for (const ref of [cluster, node, { ...cluster, name: '<img src=x onerror=alert(1)>/%2F?#' }]) {
      const route = parseRoute(objectHref(ref, 'timeline'))
      assert.deepEqual(route.page === 'object' && [route.ref, route.tab], [ref, 'timeline'])
    }
    const kind = { group: '', kind: 'Node' }
    assert.deepEqual(parseRoute(rulesHref(kind)), { page: 'rules', kind })
    const query = new URLSearchParams({ text: 'a & b = c' })
    assert.deepEqual(parseRoute(fleetHref(query)), { page: 'fleet', query })
  })
})

function spoken(fragment: string): string {
  const route = parseRoute(fragment)
  switch (route.page) {
    case 'fleet':
      return `fleet ${route.query}`.trim()
    case 'object': {
      const { kind, namespace, name, cluster } = route.ref
      const scope = namespace === undefined ? name : `${namespace}/${name}`
      return `object ${route.tab} ${kind} ${scope}${cluster === undefined ? '' : ` in ${cluster}`}`
    }
    case 'rules':
      return route.kind === undefined ? 'rules' : `rules ${route.kind.kind}.${route.kind.group}`
    default:
      return route.page
  }
}
