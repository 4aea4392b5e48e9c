import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { at, fields, type KubeObject, list, refOf } from '@sitrep/status'
import { MemoryWorld } from '../plan/memory-world.testing.ts'
import { deploymentKind, endpointSliceKind, endpointsAnnotation, podKind, serviceKind } from './kinds.ts'

const namespace = 'shop'
const labels = { app: 'cart' }
const container = { name: 'cart', image: 'echo', ports: [{ name: 'web', containerPort: 3000 }] }
const deployment = (spec: object = {}): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'cart', namespace },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [container] } },
    ...spec,
  },
})
const service = (spec: object, annotations: Readonly<Record<string, string>> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'cart', namespace, annotations },
  spec,
})
const opened = (...objects: readonly KubeObject[]): MemoryWorld => new MemoryWorld().add(...objects).run(1)
const podsOf = ({ world }: MemoryWorld): readonly KubeObject[] => world.list(podKind)
const ipOf = (pod: KubeObject): unknown => at(pod.status, 'podIP')
const slicesOf = ({ world }: MemoryWorld): readonly KubeObject[] => world.list(endpointSliceKind)
const endpointsOf = (slice: KubeObject | undefined): readonly unknown[] => list(fields(slice)['endpoints'])

describe('Pods of a Deployment', () => {
  it('are as many as it asks for, named after it with two more words, each at an address of its own', () => {
    const pods = podsOf(opened(deployment()))
    assert.equal(pods.length, 2)
    for (const { metadata } of pods) assert.match(metadata.name, /^cart-[a-z0-9]{5}-[a-z0-9]{5}$/)
    assert.equal(new Set(pods.map(ipOf)).size, 2)
    for (const pod of pods) assert.match(String(ipOf(pod)), /^127\./)
    assert.deepEqual(
      pods.map(({ status }) => at(status, 'phase')),
      ['Running', 'Running'],
    )
  })

  it('are counted in its status', () => {
    const { readyReplicas, availableReplicas } = fields(
      opened(deployment()).world.get({ ...deploymentKind, namespace, name: 'cart' })?.status,
    )
    assert.deepEqual([readyReplicas, availableReplicas], [2, 2])
  })

  it('become more and fewer with it', () => {
    const world = opened(deployment())
    const ref = { ...deploymentKind, namespace, name: 'cart' }
    world.change(ref, { spec: { replicas: 3 } })
    assert.equal(podsOf(world.run(1)).length, 3)
    world.change(ref, { spec: { replicas: 1 } })
    assert.equal(podsOf(world.run(1)).length, 1)
    assert.equal(world.world.serving.size, 1, 'who is gone answers no more')
  })

  it('come back when one is deleted', () => {
    const world = opened(deployment())
    const [first] = podsOf(world)
    if (first !== undefined) world.remove(refOf(first))
    assert.equal(podsOf(world.run(1)).length, 2)
  })
})

describe('EndpointSlices of a Service', () => {
  type Case = [name: string, spec: object, ports: unknown, endpoints: number, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a numeric target port',  { selector: labels, ports: [{ port: 80, targetPort: 3000 }] },                    3000, 2, 'it is where the Pods answer'],
    ['a named target port',    { selector: labels, ports: [{ port: 80, targetPort: 'web' }] },                   3000, 2, 'the Pods say what it means'],
    ['no target port',         { selector: labels, ports: [{ port: 3000 }] },                                    3000, 2, 'it is the port itself'],
    ['a headless one',         { selector: labels, clusterIP: 'None', ports: [{ port: 80, targetPort: 3000 }] }, 3000, 2, 'that is about names, not about endpoints'],
    ['a selector of others',   { selector: { app: 'other' }, ports: [{ port: 80, targetPort: 3000 }] },          3000, 0, 'nobody is selected'],
  ]
  for (const [name, spec, port, count, because] of cases)
    it(`${name}: ${count} endpoints at ${port}, because ${because}`, () => {
      const slices = slicesOf(opened(deployment(), service(spec)))
      assert.equal(slices.length, 1)
      assert.equal(endpointsOf(slices[0]).length, count)
      assert.equal(at(list(fields(slices[0])['ports'])[0], 'port'), port)
    })

  it('are nobody’s where it selects nothing', () => {
    assert.deepEqual(slicesOf(opened(deployment(), service({ ports: [{ port: 80 }] }))), [])
  })

  it('go with it', () => {
    const world = opened(deployment(), service({ selector: labels, ports: [{ port: 80, targetPort: 3000 }] }))
    world.remove({ ...serviceKind, namespace, name: 'cart' })
    assert.deepEqual(slicesOf(world.run(1)), [])
  })
})

describe('Workloads that a Service asks for by a number', () => {
  const spec = { ports: [{ port: 80, targetPort: 8080 }] }
  const asking = (count: string): KubeObject => service(spec, { [endpointsAnnotation]: count })
  const counts = (world: MemoryWorld): readonly number[] =>
    slicesOf(world).map((each) => endpointsOf(each).length)

  it('are as many, and go with it', () => {
    const world = opened(asking('2'))
    assert.deepEqual([counts(world), world.world.serving.size], [[2], 2])
    const ref = { ...serviceKind, namespace, name: 'cart' }
    world.change(ref, { metadata: { annotations: { [endpointsAnnotation]: '0' } } })
    assert.deepEqual([counts(world.run(1)), world.world.serving.size], [[0], 0])
    world.remove(ref)
    assert.deepEqual(counts(world.run(1)), [])
  })

  it('are left alone where nobody asks', () => {
    assert.deepEqual(slicesOf(opened(service(spec))), [])
  })

  it('answer where the port of the Service leads', () => {
    const [slice] = slicesOf(opened(asking('1')))
    assert.equal(at(list(fields(slice)['ports'])[0], 'port'), 8080)
  })
})

describe('Pods that share one address', () => {
  const shared = (...objects: readonly KubeObject[]): MemoryWorld =>
    new MemoryWorld({ podAddresses: 'shared' }).add(...objects).run(1)
  const endpointsIn = (world: MemoryWorld): readonly string[] =>
    slicesOf(world)
      .flatMap((slice) =>
        endpointsOf(slice).map(
          (each) => `${list(at(each, 'addresses'))[0]}:${at(list(fields(slice)['ports'])[0], 'port')}`,
        ),
      )
      .toSorted()
  const places = ['127.0.0.1:40001', '127.0.0.1:40002']

  it('say which port is open in place of theirs', () => {
    const messages = podsOf(shared(deployment())).map(({ status }) => at(status, 'message'))
    assert.deepEqual(messages.toSorted(), [
      'Ports are open elsewhere: 3000 on 40001',
      'Ports are open elsewhere: 3000 on 40002',
    ])
  })

  type Case = [name: string, objects: readonly KubeObject[], because: string]
  const named = { selector: labels, ports: [{ port: 80, targetPort: 'web' }] }
  const counted = service({ ports: [{ port: 80, targetPort: 8080 }] }, { [endpointsAnnotation]: '2' })
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['Pods that a Service selects',           [deployment(), service(named)], 'each has ports of its own'],
    ['workloads that a Service numbers',      [counted],                      'they are opened in the same way'],
  ]
  for (const [name, objects, because] of cases)
    it(`${name} have a slice each, because ${because}`, () => {
      const world = shared(...objects)
      assert.deepEqual(endpointsIn(world), places)
      assert.equal(slicesOf(world).length, 2)
    })

  it('leave no slice behind when they become fewer', () => {
    const world = shared(counted)
    world.change(
      { ...serviceKind, namespace, name: 'cart' },
      { metadata: { annotations: { [endpointsAnnotation]: '1' } } },
    )
    assert.deepEqual(endpointsIn(world.run(1)), places.slice(0, 1))
    assert.equal(slicesOf(world).length, 1)
  })

  it('are served anew at addresses of their own where the machine has them', () => {
    const [pod] = podsOf(shared(deployment({ replicas: 1 })))
    assert.ok(pod !== undefined)
    const world = opened(deployment({ replicas: 1 }))
    const [own] = podsOf(world)
    assert.ok(own !== undefined)
    world.apply({ act: 'unserve', cluster: '', pod: [...world.world.serving.keys()][0] ?? '' })
    world.change(refOf(own), { status: pod.status })
    const [again] = podsOf(world.run(1))
    assert.match(String(again && ipOf(again)), /^127\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./)
    assert.equal(at(again?.status, 'message'), undefined)
  })
})
