import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { objectOfKind } from '../builtin.testing.ts'
import { serviceAllocator } from './allocate-service.ts'

const allocate = serviceAllocator({ cidr: '10.0.0.0/28', firstNodePort: 30_000, lastNodePort: 30_002 })
const service = (spec: JsonObject): KubeObject => objectOfKind('v1 Service', { spec })
const specOf = (object: KubeObject | undefined): JsonObject => (object?.['spec'] ?? {}) as JsonObject
const port = { port: 80, protocol: 'TCP' }

describe('what a Service takes from its network', () => {
  it('is an address and one family', () => {
    const { object } = allocate(service({ type: 'ClusterIP' }), undefined, { others: [], dryRun: false })
    const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = specOf(object)
    assert.deepEqual(
      { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy },
      {
        clusterIP: '10.0.0.1',
        clusterIPs: ['10.0.0.1'],
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
      },
    )
  })

  it('is never what another has', () => {
    const taken: KubeObject[] = []
    for (let count = 0; count < 14; count++) {
      const { object } = allocate(service({}), undefined, { others: taken, dryRun: false })
      assert.ok(object !== undefined)
      taken.push(object)
    }
    assert.equal(new Set(taken.map((each) => specOf(each)['clusterIP'])).size, 14)
    assert.match(
      allocate(service({}), undefined, { others: taken, dryRun: false }).problems?.[0]?.message ?? '',
      /range is full/,
    )
  })

  it('is nothing for a name that stands for another', () => {
    assert.equal(
      specOf(allocate(service({ type: 'ExternalName' }), undefined, { others: [], dryRun: false }).object)[
        'clusterIP'
      ],
      undefined,
    )
  })

  it('is both families for a headless Service that selects nothing', () => {
    const { object } = allocate(service({ clusterIP: 'None' }), undefined, { others: [], dryRun: false })
    assert.deepEqual(specOf(object)['ipFamilies'], ['IPv4', 'IPv6'])
  })

  it('stays the same when a client leaves it out', () => {
    const { object } = allocate(service({}), service({ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'] }), {
      others: [],
      dryRun: false,
    })
    assert.equal(specOf(object)['clusterIP'], '10.0.0.9')
  })

  it('is a port on every node for each port, kept by name', () => {
    const old = service({ ports: [{ ...port, name: 'a', nodePort: 30_002 }] })
    const next = service({
      type: 'NodePort',
      ports: [
        { ...port, name: 'b' },
        { ...port, name: 'a', port: 81 },
      ],
    })
    const ports = specOf(allocate(next, old, { others: [], dryRun: false }).object)[
      'ports'
    ] as readonly JsonObject[]
    assert.deepEqual(
      ports.map(({ nodePort }) => nodePort),
      [30_000, 30_002],
    )
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const refused: readonly (readonly [spec: JsonObject, field: string, words: RegExp])[] = [
    [{ clusterIP: '10.0.0.5' },                                          'spec.clusterIPs',        /already allocated/],
    [{ clusterIP: '192.168.0.1' },                                       'spec.clusterIPs',        /not in the valid range/],
    [{ type: 'NodePort', ports: [{ ...port, nodePort: 80 }] },           'spec.ports[0].nodePort', /not in the valid range/],
    [{ type: 'NodePort', ports: [{ ...port, nodePort: 30_001 }] },       'spec.ports[0].nodePort', /already allocated/],
  ]
  for (const [spec, field, words] of refused) {
    it(`is refused: ${JSON.stringify(spec)}`, () => {
      const other = service({
        clusterIP: '10.0.0.5',
        clusterIPs: ['10.0.0.5'],
        ports: [{ ...port, nodePort: 30_001 }],
      })
      const [problem] = allocate(service(spec), undefined, { others: [other], dryRun: false }).problems ?? []
      assert.equal(problem?.field, field)
      assert.match(problem?.message ?? '', words)
    })
  }
})
