import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { realTiming } from '@sitrep/controller'
import { discover } from '@sitrep/controller/connection'
import type { Call, Context, ExitCode } from '../command.ts'
import { bakery, bakeryCrds } from './cake.testing.ts'
import { deleteAll } from './deletion/delete-stage.ts'
import { planDeletion } from './deletion/delete-targets.ts'
import { readDocuments } from './documents/read-documents.ts'
import { steadyTiming, timeLimit } from './follow/time-limit.ts'
import { followApplied } from './follow-applied.ts'
import { followLeaving } from './follow-leaving.ts'
import { type ApplyServer, openApplyServer, type Running } from './server.testing.ts'
import { subjectOf } from './show/event.ts'
import { openReporter } from './show/reporter.ts'
import { submit } from './submit/submit.ts'

const root = '/apis/bakery.example/v1'
const within = `${root}/namespaces/default`
const apiVersion = 'bakery.example/v1'
const families = [bakery]
const cake = (name: string, spec: object, metadata: object = {}): object => ({
  apiVersion,
  kind: 'Cake',
  metadata: { namespace: 'default', name, ...metadata },
  spec,
})
const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', name: 'oven' } }
const textOf = (objects: readonly object[]): string =>
  objects.map((object) => JSON.stringify(object)).join('\n---\n')

describe('A kind that only a family of its own knows', () => {
  let server: ApplyServer
  before(async () => {
    server = await openApplyServer()
    const defining = server.run(['apply', '-f', '-'], { input: textOf(bakeryCrds) })
    assert.equal(await defining.code, 0, defining.err.join('\n'))
  })
  after(() => server.close())

  const create = (path: string, body: object): Promise<unknown> =>
    server.connection.request({ method: 'POST', path, body: { apiVersion, ...body } })
  const patch = (path: string, body: object): Promise<unknown> =>
    server.connection.request({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' })
  const icing = (name: string, colour: string): Promise<unknown> =>
    create(`${within}/icings`, { kind: 'Icing', metadata: { name }, spec: { colour } })
  const recipe = (name: string, spec: object): Promise<unknown> =>
    create(`${root}/recipes`, { kind: 'Recipe', metadata: { name }, spec })
  const layer = (of: string, name: string, finalizers: readonly string[] = []): Promise<unknown> =>
    create(`${within}/layers`, {
      kind: 'Layer',
      metadata: { name, labels: { 'bakery.example/cake': of }, finalizers },
    })
  const report = (name: string, status: object): Promise<unknown> =>
    patch(`${within}/layers/${name}/status`, { status })
  const lines = ({ out }: Running): readonly string[] => out.map((line) => line.replace(/^\s*\d+s\s+/, ''))

  const applyAll = (objects: readonly object[]): Running => {
    const call: Call = { words: [], options: { filename: ['-'], wait: true } }
    const work = async (context: Context): Promise<ExitCode> => {
      const { connection } = server
      const reporter = openReporter(context, undefined)
      const applied = await submit(await readDocuments(['-'], context), {
        connection,
        timing: realTiming,
        signal: context.interrupted,
        namespace: 'default',
        families,
        force: false,
        rehearsal: false,
        onWarning: () => {},
        onApplied: ({ object, result }) =>
          reporter.tell({ event: 'applied', object: subjectOf(object), result, from: '-' }),
      })
      const place = { out: undefined, cwd: context.cwd }
      return followApplied(applied, { call, context, connection, reporter, place, families })
    }
    return server.perform(work, { input: textOf(objects) })
  }

  const deleteAllOf = (call: Call, input = ''): Running => {
    const work = async (context: Context): Promise<ExitCode> => {
      const { connection } = server
      const reporter = openReporter(context, undefined)
      const discovered = await discover(connection)
      const where = { discovered, connection, namespace: 'default', families }
      const { stages, absent } = await planDeletion(call, context, where)
      const leaving = await deleteAll(stages.flat(), {
        connection,
        cascade: 'background',
        absent,
        signal: context.interrupted,
        onDeleting: (object) => reporter.tell({ event: 'deleting', object: subjectOf(object) }),
        onAbsent: () => {},
      })
      const limit = timeLimit(call, steadyTiming)
      return followLeaving(leaving, { call, context, connection, discovered, reporter, limit, families })
    }
    return server.perform(work, { input })
  }

  it('is applied last and followed from one object to the next until it is ready', async () => {
    const running = applyAll([cake('birthday', { layers: 2, recipe: 'sponge' }), settings])
    await running.said(/Cake default\/birthday: Layers working, 0 of 2 ready/)
    await layer('birthday', 'one')
    await layer('birthday', 'two')
    await layer('wedding', 'other')
    await report('one', { baked: true })
    await running.said(/Layers working, 1 of 2 ready/)
    await icing('sugar', 'pink')
    await report('two', { baked: true })
    await running.said(/Layers done, 2 of 2 ready/)
    await recipe('sponge', { icing: 'sugar' })
    assert.equal(await running.code, 0)
    const said = lines(running)
    assert.deepEqual(said.slice(0, 2), ['ConfigMap default/oven created', 'Cake default/birthday created'])
    assert.deepEqual(said.slice(-2), [
      'Cake default/birthday: Icing done: pink',
      'Cake default/birthday is ready',
    ])
    assert.ok(!said.some((line) => /kubeconfig/i.test(line)), said.join('\n'))
  })

  it('is told from what is named now, not from what was named before', async () => {
    await recipe('fickle', { icing: 'sugar' })
    await icing('cream', 'white')
    const running = applyAll([cake('changing', { layers: 1, recipe: 'fickle' })])
    await running.said(/Icing done: pink$/)
    await patch(`${root}/recipes/fickle`, { spec: { icing: 'cream' } })
    await running.said(/Icing done: white$/)
    running.interrupt()
    assert.equal(await running.code, 3)
  })

  it('ends the wait early by a trouble that its family calls final', async () => {
    const running = applyAll([cake('hasty', { layers: 1 })])
    await running.said(/Cake default\/hasty: Layers working/)
    await layer('hasty', 'coal')
    await report('coal', { burnt: true })
    assert.equal(await running.code, 1)
    assert.equal(lines(running).at(-1), 'Cake default/hasty failed: Layer default/coal: It is burnt')
  })

  it('goes with its parts, told with what holds it and without what its family takes off by itself', async () => {
    const held = { finalizers: ['bakery.example/oven', 'example.com/photo'], annotations: {} }
    await create(`${within}/cakes`, cake('leaving', { layers: 1 }, held))
    await layer('leaving', 'crumb', ['bakery.example/crumbs'])
    const running = deleteAllOf({ words: ['cake/leaving'], options: { wait: true } })
    await running.said(/Cake default\/leaving: still there: 1 Layer$/)
    await running.said(/waits for Cake default\/leaving: finalizer example\.com\/photo$/)
    const asleep = { 'bakery.example/asleep': '' }
    const path = `${within}/cakes/leaving`
    await patch(path, { metadata: { finalizers: ['bakery.example/oven'], annotations: asleep } })
    await running.said(/waits for Cake default\/leaving is paused$/)
    await patch(path, { metadata: { finalizers: [] } })
    assert.equal(await running.code, 0)
    assert.equal(lines(running).at(-1), 'Cake default/leaving is gone')
  })

  it('is not deleted together with what it rests on unless somebody waits for it', async () => {
    const call: Call = { words: [], options: { filename: ['-'] } }
    const running = deleteAllOf(call, textOf([cake('birthday', {}), settings]))
    await assert.rejects(running.code, {
      exitCode: 2,
      message: 'What a cake rests on must stay until it is gone, or its layers are left behind: add --wait',
    })
  })

  it('leaves kinds without a following applied and not followed, a Cluster of others among them', async () => {
    const other = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster' }
    const metadata = { namespace: 'default', name: 'unknown' }
    const spec = { controlPlaneEndpoint: { host: 'x', port: 6443 } }
    const running = applyAll([{ ...other, metadata, spec }])
    assert.equal(await running.code, 0)
    assert.deepEqual(lines(running), ['Cluster default/unknown created'])
    assert.deepEqual(running.err, ['There is no cake to wait for among what was applied'])
  })
})
