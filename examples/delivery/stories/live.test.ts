import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import {
  type Controller,
  type ControllerOptions,
  openHistory,
  startController,
  transitionsOf,
} from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { createCatalog, fields, type KubeObject, list } from '@sitrep/status'
import { catalog } from '../src/catalog.ts'
import { crds } from '../src/crds.ts'
import { group, vehicleReport } from '../src/kinds.ts'

const ours = 'example.org/courier'
const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const path = (kind: string, name = ''): string =>
  `/apis/${group}/v1/namespaces/town/${kind.toLowerCase()}s${name === '' ? '' : `/${name}`}`
const depot = (name: string, spec: object = {}): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind: 'Depot',
  metadata: { name },
  spec: { operator: ours, capacity: 10, gates: [{ name: 'front' }], ...spec },
})
const parcel = (depots: readonly string[]): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind: 'Parcel',
  metadata: { name: 'a' },
  spec: { depots: depots.map((name) => ({ name })) },
})
const vehicle = (kind: string): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name: 'v1', namespace: 'town' },
  spec: { depot: 'north', load: 1 },
})

describe('A family beside a server', () => {
  let server: StartedApiServer
  let connection: Connection
  let controller: Controller | undefined

  const create = (object: KubeObject): Promise<KubeObject> =>
    connection.request({ method: 'POST', path: path(object.kind), body: object })
  const read = (kind: string, name: string): Promise<KubeObject> =>
    connection.request({ path: path(kind, name) })
  const patchStatus = (kind: string, name: string, status: unknown): Promise<KubeObject> =>
    connection.request({
      method: 'PATCH',
      path: `${path(kind, name)}/status`,
      body: { status },
      contentType: 'application/merge-patch+json',
    })
  const start = (options: Partial<ControllerOptions> = {}): Controller => {
    controller = startController({
      connection,
      catalog: createCatalog(catalog({ profile: 'released' })),
      mode: 'write',
      ...options,
    })
    return controller
  }
  const until = async <Answer>(what: string, look: () => Promise<Answer | undefined>): Promise<Answer> => {
    for (let tries = 0; tries < 2_000; tries++) {
      const answer = await look()
      if (answer !== undefined) return answer
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error(`never: ${what}`)
  }
  const reason = async (kind: string, name: string): Promise<string | undefined> => {
    const [first] = list(fields((await read(kind, name)).status)['conditions'])
    return fields(first)['reason'] as string | undefined
  }

  beforeEach(async () => {
    server = await startApiServer()
    connection = (await openKubeconfig({ text: server.kubeconfig })).connection
    await connection.request({
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'town' } },
    })
    for (const body of crds({ profile: 'released' }))
      await connection.request({ method: 'POST', path: collection, body })
  })
  afterEach(async () => {
    await controller?.stop()
    controller = undefined
    connection.close()
    await server.close()
  })

  it('writes entries of its own and leaves those of others to the byte', async () => {
    await create(depot('north'))
    await create(parcel(['north', 'south']))
    const theirs = {
      depot: { name: 'south' },
      operator: 'example.org/them',
      conditions: [{ type: 'Odd', status: 'True' }],
    }
    await patchStatus('Parcel', 'a', { depots: [theirs] })
    start()
    const entries = await until('our entry says so', async () => {
      const depots = list(fields((await read('Parcel', 'a')).status)['depots'])
      return list(fields(depots[1])['conditions']).some((each) => fields(each)['reason'] === 'Accepted')
        ? depots
        : undefined
    })
    assert.equal(entries.length, 2)
    assert.deepEqual(entries[0], theirs)
  })

  it('takes its former entry away when its Depot is no longer asked for', async () => {
    await create(depot('north'))
    await create(parcel(['north']))
    start()
    const entriesNow = async () => list(fields((await read('Parcel', 'a')).status)['depots'])
    await until('our entry is written', async () => ((await entriesNow()).length === 1 ? true : undefined))
    await connection.request({
      method: 'PATCH',
      path: path('Parcel', 'a'),
      body: { spec: { depots: [] } },
      contentType: 'application/merge-patch+json',
    })
    await until('it is gone', async () => ((await entriesNow()).length === 0 ? true : undefined))
  })

  it('judges a kind that begins to be served while it runs, by facts told from outside, and leaves its driver’s fields alone', async () => {
    const running = start()
    const [, , , van] = crds({ profile: 'released' })
    const text = JSON.stringify(van)
      .replaceAll('vans', 'bikes')
      .replaceAll('Van', 'Bike')
      .replaceAll('"van"', '"bike"')
    await connection.request({ method: 'POST', path: collection, body: JSON.parse(text) })
    await until('bikes are served', async () =>
      connection.request({ path: path('Bike') }).catch(() => undefined),
    )
    await create(vehicle('Bike'))
    await patchStatus('Bike', 'v1', { position: 'A12' })
    await until('it is not heard of', async () =>
      (await reason('Bike', 'v1')) === 'NotReported' ? true : undefined,
    )
    const ref = { group, kind: 'Bike', namespace: 'town', name: 'v1' }
    running.facts.of(vehicleReport).tell(ref, { broken: true, message: 'flat tyre' })
    await until('it is broken', async () => ((await reason('Bike', 'v1')) === 'Broken' ? true : undefined))
    assert.equal(fields((await read('Bike', 'v1')).status)['position'], 'A12')
  })

  it('shows what a kind without a status is like, and writes nothing of it', async () => {
    await create({ apiVersion: `${group}/v1`, kind: 'Permit', metadata: { name: 'p' }, spec: {} })
    const failures: unknown[] = []
    const running = start({ onWriteError: (_, error) => failures.push(error) })
    const ref = { group, kind: 'Permit', namespace: 'town', name: 'p' }
    await until('it is known', async () => running.engine.object(ref)?.status)
    await running.settled()
    assert.equal((await read('Permit', 'p')).status, undefined)
    assert.deepEqual(failures, [])
  })

  it('observes without holding against anybody what has no status to say it in', async () => {
    await create(depot('north'))
    await create({ apiVersion: `${group}/v1`, kind: 'Permit', metadata: { name: 'p' }, spec: {} })
    const compared: string[] = []
    const running = start({ mode: 'observe', onCompared: (ref) => compared.push(ref.kind) })
    const ref = { group, kind: 'Permit', namespace: 'town', name: 'p' }
    await until('both are known', async () =>
      running.engine.object(ref)?.status && compared.includes('Depot') ? true : undefined,
    )
    assert.equal(compared.includes('Permit'), false)
  })

  it('remembers transitions of entries by their address, and tells where other operators differ', async () => {
    const history = openHistory()
    const compared: string[] = []
    await create(depot('north', { gates: [{ name: 'front', locked: true }] }))
    await create(depot('south', { operator: 'example.org/them' }))
    await patchStatus('Depot', 'south', {
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'R',
          message: '',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    })
    await create(parcel(['north', 'south']))
    start({
      onChanges: (changes, now) => history.record(changes.flatMap(transitionsOf), now),
      onCompared: (ref, sides) => {
        for (const { at, reported, computed } of sides.conditions)
          compared.push(`${ref.kind} ${at} ${reported?.status} ${computed?.status}`)
      },
    })
    const ref = { group, kind: 'Parcel', namespace: 'town', name: 'a' }
    await until('it is remembered', async () =>
      history
        .timeline(ref)
        .some(({ type, to }) => type === `depots[${ours}|town/north]:Accepted` && to === 'False')
        ? true
        : undefined,
    )
    await until('it is compared', async () =>
      compared.includes('Parcel depots[example.org/them|town/south] undefined True') ? true : undefined,
    )
    history.close()
  })
})
