import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { isClusterHappening } from '../cluster-api/scenario/types.ts'
import { simulatedFamilies } from '../families.ts'
import { defaultTimings } from './defaults.ts'
import { ScenarioError } from './errors.ts'
import { parseScenario } from './parse.ts'

const file = 'fleet.yaml'

type Mistake = [name: string, text: string, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const mistakes: Mistake[] = [
  ['a field nobody knows',   'nmae: demo',                                          'fleet.yaml:1:1: "nmae" is not known here; known are name, seed, timings, clusters, databases, gateways, timeline',                       'it is most likely misspelt'],
  ['no YAML',                'name: [',                                             'fleet.yaml:1:8: Flow sequence in block collection must be sufficiently indented and end with a ]',                  'a place is worth more than a stack'],
  ['a wrong duration',       'timings:\n  nodeJoin: soon',                          'fleet.yaml:2:13: a duration such as 90s, 5m or 1h30m is expected here',                                             'nobody knows how long soon is'],
  ['a bare number',          'timings:\n  nodeJoin: 10',                            'fleet.yaml:2:13: a duration such as 90s, 5m or 1h30m is expected here',                                             'ten of what'],
  ['no name',                'clusters:\n  - controlPlane: 3',                      'fleet.yaml:2:5: the name of the cluster is missing',                                                                'nothing could be created'],
  ['no name for an API',     'clusters:\n  - name: Blue',                           'fleet.yaml:2:11: a name of at most 40 lower case letters, digits and hyphens is expected here',                     'the API server would refuse it'],
  ['two of one name',        'clusters:\n  - name: blue\n  - name: blue',           'fleet.yaml:3:11: there is a cluster default/blue already',                                                          'both would be one'],
  ['no control plane',       'clusters:\n  - name: blue\n    controlPlane: 0',      'fleet.yaml:3:19: a number of at least 1 is expected here',                                                          'a cluster without one never begins'],
  ['half a machine',         'clusters:\n  - name: blue\n    controlPlane: 1.5',    'fleet.yaml:3:19: a whole number is expected here',                                                                  'there are no halves'],
  ['no version',             'clusters:\n  - name: blue\n    version: latest',      'fleet.yaml:3:14: a version such as v1.36.0 is expected here',                                                       'kubelets have numbers'],
  ['an unknown cluster',     'timeline:\n  - at: 1m\n    delete: { cluster: red }', 'fleet.yaml:3:24: no cluster of this file is called "red"; others are named <namespace>/<name>',                     'it is most likely misspelt'],
  ['an unknown group',       'clusters:\n  - name: blue\ntimeline:\n  - at: 1m\n    rollout: { cluster: blue, group: md-1 }', 'fleet.yaml:5:38: default/blue has no group "md-1"; it has control-plane',       'there is nothing to roll out'],
  ['no moment',              'timeline:\n  - delete: { cluster: a/b }',             'fleet.yaml:2:5: when it happens (at) is missing',                                                                   'everything happens some time'],
  ['an unknown fault',       'timeline:\n  - at: 1m\n    break-node: { cluster: a/b, group: md-0, fault: Fire }', 'fleet.yaml:3:53: one of MemoryPressure, DiskPressure, PIDPressure, NotReady, Unreachable is expected here', 'a kubelet would not say so'],
  ['a list for a map',       'timings: [1]',                                        'fleet.yaml:1:10: a map with clusterInfrastructure, bootstrap, machineInfrastructure, nodeJoin, deletion, database, databaseUpdate, dataPlane, variation is expected here', 'shapes are checked as well'],
  ['an empty entry',         'timeline:\n  - at: 1m',                               'fleet.yaml:2:5: exactly one of scale, upgrade, rollout, delete, pause, lose-connection, fail-bootstrap, exceed-quota, malform-condition, block-drain, break-node, resize-database, refuse-updates, port-unavailable, no-resources, grant, move-route, expire-certificate is expected beside at', 'nothing would happen'],
]

function problemsIn(text: string): string {
  try {
    parseScenario(text, file)
    return ''
  } catch (error) {
    assert.ok(error instanceof ScenarioError)
    return error.message
  }
}

describe('A scenario file', () => {
  for (const [name, text, says, because] of mistakes) {
    it(`with ${name} is refused, because ${because}`, () => {
      assert.equal(problemsIn(text), says)
    })
  }

  it('names all mistakes at once', () => {
    assert.equal(problemsIn('nmae: demo\nsede: 1').split('\n').length, 2)
  })

  it('of the documentation can be played, and every happening stands there', () => {
    const page = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8')
    const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? []
    assert.equal(parseScenario(example, 'scenarios.md').timeline.length, 6)
    const told = [...page.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name)
    assert.deepEqual(
      told,
      simulatedFamilies.flatMap(({ scenario }) => Object.keys(scenario?.happenings ?? {})),
    )
  })

  it('that is empty lets nothing happen', () => {
    assert.deepEqual(parseScenario('', file), {
      name: file,
      seed: 'sitrep',
      timings: defaultTimings,
      timeline: [],
    })
  })

  it('is played in the order of time, with an end for what lasts', () => {
    const { timeline } = parseScenario(
      `
clusters: [{ name: blue, namespace: prod, at: 5s, workers: [{ name: md-0, replicas: 2, maxSurge: 25% }] }]
timeline:
  - { at: 2m, lose-connection: { cluster: blue, for: 1m30s } }
  - { at: 1m, scale: { cluster: blue, group: md-0, replicas: 5 } }
`,
      file,
    )
    assert.deepEqual(
      timeline.map(({ atMs, happening }) => `${atMs / 1000} ${happening.what}`),
      ['5 create', '60 scale', '120 connection', '210 connection'],
    )
    const [created] = timeline
    assert.ok(created && isClusterHappening(created.happening) && created.happening.what === 'create')
    assert.deepEqual(created.happening.cluster.workers, [{ name: 'md-0', replicas: 2, maxSurge: '25%' }])
    const lost = timeline.map(({ happening }) => 'lost' in happening && happening.lost)
    assert.deepEqual(lost, [false, false, true, false])
  })
})
