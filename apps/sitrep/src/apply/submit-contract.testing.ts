import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import type { AnyApplyServer } from './server.testing.ts'

const settings = (name: string, namespace: string, value = '"1"'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: ${namespace}}\ndata: {size: ${value}}\n`
const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Gadget, plural: gadgets, singular: gadget, listKind: GadgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
`
const gadget = (size: string): string =>
  `apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: g, namespace: default}\nspec: {size: ${size}}\n`

/** What sitrep apply without --wait promises on any API server. */
export function describeSubmit(open: () => Promise<AnyApplyServer>): void {
  let server: AnyApplyServer
  before(async () => {
    server = await open()
  })
  after(() => server.close())

  const applied = async (documents: readonly string[], ...options: readonly string[]) => {
    const running = server.run(['apply', '-f', '-', ...options], { input: documents.join('---\n') })
    const code = await running.code
    return { code, out: running.out.map((line) => line.replace(/^\s*\d+s\s+/, '')), err: running.err }
  }
  const names = async (within: string): Promise<readonly string[]> => {
    const path = `/api/v1/namespaces/${within}/configmaps`
    const { items } = await server.connection.request<{ items: readonly KubeObject[] }>({ path })
    return items.map(({ metadata }) => metadata.name)
  }

  it('makes the namespace before what lies in it, and tells what each document changed', async () => {
    const first = await applied([settings('a', 'one'), namespace('one')])
    assert.deepEqual(first, { code: 0, out: ['Namespace one created', 'ConfigMap one/a created'], err: [] })
    const second = await applied([settings('a', 'one', '"2"'), settings('b', 'one')])
    assert.deepEqual(second.out, ['ConfigMap one/a configured', 'ConfigMap one/b created'])
    const third = await applied([settings('a', 'one', '"2"'), settings('b', 'one')])
    assert.deepEqual(third.out, ['ConfigMap one/a unchanged', 'ConfigMap one/b unchanged'])
  })

  it('writes nothing when one document would be refused, and names all that would be', async () => {
    const { code, out, err } = await applied([
      settings('fine', 'default'),
      settings('wrong', 'default', '[1]'),
      settings('lost', 'nowhere'),
      gadget('1'),
    ])
    assert.equal(code, 1)
    assert.deepEqual(out, [])
    assert.deepEqual(
      err.map((line) => line.slice(0, 40)),
      [
        'standard input:16: Gadget default/g: the',
        'standard input:6: ConfigMap default/wron',
        'standard input:11: ConfigMap nowhere/los',
        'Nothing was applied',
      ],
    )
    assert.ok(!(await names('default')).includes('fine'))
  })

  it('waits until a CRD is served before it goes on with objects of that kind', async () => {
    const bad = await applied([gadget('big'), crd])
    assert.equal(bad.code, 1)
    assert.match(bad.err[0] ?? '', /^standard input:1: Gadget default\/g: .*spec\.size/)
    assert.equal(bad.err[1], 'Only namespaces and definitions were applied')
    const good = await applied([gadget('3'), crd])
    assert.deepEqual(good.out, [
      'CustomResourceDefinition gadgets.example.com unchanged',
      'Gadget default/g created',
    ])
  })

  it('says in which versions a kind is served, where it is not in the one that was written', async () => {
    const { code, err } = await applied([settings('a', 'default').replace('v1', 'v2')])
    assert.equal(code, 1)
    assert.match(err[0] ?? '', /ConfigMap default\/a: the server serves ConfigMap in v1, not in v2$/)
  })

  it('leaves fields to whoever set them, unless it is told to take them over', async () => {
    await applied([settings('shared', 'default')])
    await server.connection.request({
      method: 'PATCH',
      path: '/api/v1/namespaces/default/configmaps/shared?fieldManager=somebody',
      body: { data: { size: '9' } },
      contentType: 'application/merge-patch+json',
    })
    const refused = await applied([settings('shared', 'default')])
    assert.equal(refused.code, 1)
    assert.match(refused.err[0] ?? '', /somebody.*--force-conflicts takes these fields over$/)
    const forced = await applied([settings('shared', 'default')], '--force-conflicts')
    assert.deepEqual(forced.out, ['ConfigMap default/shared configured'])
  })

  it('refuses an object of another namespace than -n names', async () => {
    const { code, err } = await applied([settings('a', 'default')], '-n', 'other')
    assert.equal(code, 1)
    assert.match(err[0] ?? '', /its namespace is default, and -n says other$/)
  })

  it('prints one JSON object a line for machines', async () => {
    const running = server.run(['apply', '-f', '-', '-o', 'json'], { input: settings('json', 'default') })
    assert.equal(await running.code, 0)
    const { at, ...event } = JSON.parse(running.out[0] ?? '') as { at: string }
    assert.ok(!Number.isNaN(Date.parse(at)))
    assert.deepEqual(event, {
      event: 'applied',
      object: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'json' },
      result: 'created',
      from: 'standard input:1: ConfigMap default/json',
    })
  })

  it('writes nothing in a dry run, and tells what the server would do', async () => {
    await applied([settings('there', 'default')])
    const documents = [
      settings('there', 'default'),
      settings('coming', 'default'),
      namespace('dry'),
      settings('in', 'dry'),
    ]
    const { code, out, err } = await applied(documents, '--dry-run', 'server')
    assert.deepEqual([code, err], [0, []])
    assert.deepEqual(out, [
      'ConfigMap default/there unchanged (server dry run)',
      'ConfigMap default/coming created (server dry run)',
      'Namespace dry created (server dry run)',
      'ConfigMap dry/in created (server dry run)',
    ])
    assert.ok(!(await names('default')).includes('coming'))
    const changed = await applied([settings('there', 'default', '"2"')], '--dry-run', 'server')
    assert.deepEqual(changed.out, ['ConfigMap default/there configured (server dry run)'])
    const refused = await applied([settings('x', 'nowhere')], '--dry-run', 'server')
    assert.equal(refused.code, 1)
  })

  it('asks nobody in a dry run of the client', async () => {
    const { code, out } = await applied([settings('x', 'nowhere')], '--dry-run', 'client')
    assert.deepEqual([code, out], [0, ['ConfigMap nowhere/x well-formed (client dry run)']])
    assert.equal((await applied([settings('x', 'default')], '--dry-run', 'maybe')).code, 2)
    assert.equal((await applied([settings('x', 'default')], '--dry-run', 'server', '--wait')).code, 2)
  })

  it('refuses a field that nobody knows, and names it', async () => {
    await applied([crd])
    const { code, err } = await applied([gadget('4, colour: red')])
    assert.equal(code, 1)
    assert.match(err[0] ?? '', /^standard input:1: Gadget default\/g: .*colour/)
  })

  it('tells what the server warns of, each thing once and not without end', async () => {
    const old = crd.replaceAll('gadget', 'relic').replaceAll('Gadget', 'Relic')
    await applied([old.replace('served: true', 'served: true\n    deprecated: true')])
    const relic = (name: string): string =>
      gadget('1').replace('Gadget', 'Relic').replace('name: g', `name: ${name}`)
    const one = await applied([relic('one')])
    assert.equal(one.code, 0)
    assert.match(one.out[0] ?? '', /^Relic default\/one: the server warns: .*deprecated/)
    assert.equal(one.out[1], 'Relic default/one created')
    const { out, err } = await applied(Array.from({ length: 30 }, (_, at) => relic(`many-${at}`)))
    assert.equal(out.filter((line) => line.includes('the server warns')).length, 20)
    assert.deepEqual(err, ['The server has 10 more warnings'])
  })

  it('refuses two documents about one object', async () => {
    const { code, err } = await applied([settings('a', 'default'), settings('a', 'default')])
    assert.equal(code, 2)
    assert.deepEqual(err, ['ConfigMap a stands twice: standard input:1 and standard input:6'])
    const unplaced = settings('a', 'default').replace(', namespace: default', '')
    const same = await applied([unplaced, settings('a', 'default')], '-n', 'default')
    assert.deepEqual([same.code, same.err, same.out], [2, err, []])
  })

  it('tells machines what was refused, and prints nothing but JSON', async () => {
    const running = server.run(['apply', '-f', '-', '-o', 'json'], { input: settings('x', 'nowhere') })
    assert.equal(await running.code, 1)
    const [event, ...more] = running.out.map((line) => JSON.parse(line))
    assert.deepEqual([event.event, event.why, more], ['refused', running.err, []])
  })
}
