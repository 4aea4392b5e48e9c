import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { type ApplyServer, openApplyServer } from '../apply/server.testing.ts'
import { columnValue } from '../output/column-value.ts'
import { recordedWorld, runLine } from '../testing.ts'
import { parseSelector } from './label-selector.ts'
import { readTarget } from './read-tables.ts'

const machines = '/apis/cluster.x-k8s.io/v1beta2/namespaces/fleet/machines'
const machine = (name: string, labels: object = {}) => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Machine',
  metadata: { name, namespace: 'fleet', labels },
  spec: {
    clusterName: 'prod',
    bootstrap: { dataSecretName: 'x' },
    infrastructureRef: { apiGroup: 'infrastructure.cluster.x-k8s.io', kind: 'SimulatedMachine', name },
  },
})

describe('sitrep get', () => {
  let server: ApplyServer
  const create = (name: string): Promise<unknown> =>
    server.connection.request({ method: 'POST', path: machines, body: machine(name) })
  const ran = async (...line: string[]) => {
    const running = server.run(line)
    return { code: await running.code, out: running.out, err: running.err }
  }
  before(async () => {
    server = await openApplyServer()
    await server.connection.request({
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet' } },
    })
    for (const name of ['b', 'a']) await create(name)
  })
  after(() => server.close())

  it('prints the documented columns, sorted by name', async () => {
    const { code, out } = await ran('get', 'machines', '-n', 'fleet')
    assert.equal(code, 0)
    assert.match(out[0] ?? '', /^NAME +CLUSTER +/)
    assert.deepEqual(
      out.slice(1).map((line) => line.split(' ')[0]),
      ['a', 'b'],
    )
  })

  it('leaves out headings, adds labels, and takes another order, as kubectl does', async () => {
    const line = ['get', 'machines', '-n', 'fleet', '--no-headers', '--show-labels']
    const { out } = await ran(...line, '--sort-by', '{.metadata.creationTimestamp}')
    assert.deepEqual(out.map((row) => row.split(' ')[0]).toSorted(), ['a', 'b'])
    for (const row of out) assert.match(row, /(<none>|\S+=\S+)$/)
    const { out: byName } = await ran('get', 'machines', '-n', 'fleet', '--sort-by', '.metadata.name')
    assert.deepEqual(
      byName.slice(1).map((row) => row.split(' ')[0]),
      ['a', 'b'],
    )
  })

  it('prints several kinds with their kinds, and marks verdicts by generic rules', async () => {
    const { out } = await ran('get', 'machine,namespaces', '-A')
    assert.ok(out.some((line) => /^fleet +machine\/a /.test(line)))
    assert.ok(out.some((line) => /^namespace\/fleet +Active .* Ready$/.test(line)))
  })

  type Case = [line: string, code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['machine/a -n fleet -o name',      0, /^machine\.cluster\.x-k8s\.io\/a$/,              'kubectl takes it back in this form'],
    ['machine a nope -n fleet -o name', 1, /There is no Machine nope in namespace fleet/,   'what is there is shown all the same'],
    ['machines -n nowhere',             0, /No machines found in namespace nowhere/,        'nothing is no error'],
    ['machnes',                         2, /did you mean machines\?/,                       'a slip of the finger is met half-way'],
    ['machines,clusters a',             2, /use KIND\/NAME for several/,                    'nobody knows whose name it is'],
    ['machine/a/b',                     2, /not of the form KIND\/NAME/,                    'there is no third part'],
    ['machines -n fleet -l app=x',      0, /No machines found/,                             'the server selects'],
  ]
  for (const [line, code, says, because] of cases) {
    it(`${line}, because ${because}`, async () => {
      const { code: ended, out, err } = await ran('get', ...line.split(' '))
      assert.equal(ended, code)
      assert.match([...out, ...err].join('\n'), says)
    })
  }

  it('-w in a pipe goes on with a line for every change', async () => {
    const running = server.run(['get', 'machines', '-n', 'fleet', '-w'])
    await running.said(/^b /)
    await create('c')
    await running.said(/^c /)
    await server.connection.request({ method: 'DELETE', path: `${machines}/c` })
    await running.said(/^c .*\(deleted\)$/)
    running.interrupt()
    assert.equal(await running.code, 0)
    assert.equal(running.out.filter((line) => line.startsWith('NAME')).length, 1)
  })

  it('-w on a terminal draws the table again in place, and gives the cursor back', async () => {
    const running = server.run(['get', 'machines', '-n', 'fleet', '-w'], { width: 100 })
    await running.said(/a .*\n.*b /)
    await create('d')
    await running.said(/d +prod/)
    running.interrupt()
    assert.equal(await running.code, 0)
    const written = running.written()
    assert.ok(written.startsWith('\u001b[?25l'))
    assert.ok(written.includes('\u001b[3A\r\u001b[0JNAME'))
    assert.ok(written.endsWith('\u001b[?25h'))
  })
})

describe('What may not be read', () => {
  const target = {
    resource: {
      group: 'cluster.x-k8s.io',
      kind: 'Machine',
      version: 'v1beta2',
      plural: 'machines',
      namespaced: true,
      names: [],
    },
    names: [],
  }
  const refusing = {
    request: async () => Promise.reject(new ControllerError('forbidden', 'no', { retry: 'never' })),
  }
  for (const [namespace, where] of [
    ['fleet', 'in namespace fleet'],
    [undefined, 'in all namespaces'],
  ] as const) {
    it(`is told with the permission that is missing, ${where}`, async () => {
      const { failures } = await readTarget(refusing as unknown as Connection, target, {
        namespace,
        selector: undefined,
      })
      assert.deepEqual(failures, [
        {
          code: 3,
          says: `machines could not be read: permission to list machines.cluster.x-k8s.io ${where} is missing`,
        },
      ])
    })
  }
})

describe('Objects in files', () => {
  it('have the columns of our definitions, as of the time that is asked for', async () => {
    const { text, at } = recordedWorld('remediation')
    const { out } = await runLine(['get', 'md,kcp', '-f', '-', '--at', at], { input: text })
    assert.match(out[0] ?? '', /^NAMESPACE +NAME +CLUSTER +AVAILABLE/)
    assert.ok(out.some((line) => /machinedeployment\/health-md-a .*False/.test(line)))
    assert.ok(out.some((line) => /kubeadmcontrolplane\/health-cp +health +True/.test(line)))
  })

  type Case = [name: string, object: string, kind: string, cells: RegExp, because: string]
  const cluster = (spec: string, version = 'v1beta2'): string =>
    `apiVersion: cluster.x-k8s.io/${version}\nkind: Cluster\nmetadata: {name: a, namespace: team}\nspec: {topology: {${spec}, version: v1}}`
  const controlPlane = (version: string, status: string): string =>
    `apiVersion: controlplane.cluster.x-k8s.io/${version}\nkind: KubeadmControlPlane\nmetadata: {name: a, namespace: team, labels: {cluster.x-k8s.io/cluster-name: prod}}\nspec: {version: v1, replicas: 1}\nstatus: {${status}}`
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a class by reference',     cluster('classRef: {name: quick}'),                     'clusters', /^NAMESPACE +NAME +CLUSTER CLASS(.|\n)*team +a +quick /, 'that is the newer way'],
    ['a class by name',          cluster('class: quick'),                                'clusters', /^NAMESPACE +NAME +CLUSTER CLASS(.|\n)*team +a +quick /, 'that is the document’s'],
    ['one in v1beta1',           cluster('class: quick', 'v1beta1'),                     'clusters', /^NAMESPACE +NAME +CLUSTER CLASS(.|\n)*team +a +quick /, 'that is what most manifests have'],
    ['the cluster in a label',   controlPlane('v1beta2', ''),                            'kcp',      /CLUSTER +INITIALIZED(.|\n)*team +a +prod /,             'its path has escaped dots'],
    ['initialized',              controlPlane('v1beta2', 'initialization: {controlPlaneInitialized: true}'), 'kcp', /CLUSTER +INITIALIZED(.|\n)*team +a +prod +true /, 'it stays so'],
    ['initialized, in v1beta1',  controlPlane('v1beta1', 'initialized: true'),           'kcp',      /CLUSTER +INITIALIZED(.|\n)*team +a +prod +true /,       'it stays so'],
  ]
  for (const [name, input, kind, cells, because] of cases)
    it(`show ${name}, because ${because}`, async () => {
      const { out } = await runLine(['get', kind, '-f', '-', '--profile', 'proposal'], { input })
      assert.match(out.join('\n'), cells)
    })
})

describe('A label selector', () => {
  const labels = { app: 'web', tier: 'front' }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [selector: string, fits: boolean, because: string][] = [
    ['',                        true,  'nothing is asked'],
    ['app=web',                 true,  'it has the value'],
    ['app==web,tier!=back',     true,  'all parts hold'],
    ['app=web,tier=back',       false, 'one part does not hold'],
    ['app in (api, web)',       true,  'one of them'],
    ['app notin (api, web)',    false, 'one of them'],
    ['owner notin (a)',         true,  'what is absent is none of them'],
    ['owner',                   false, 'it is not there'],
    ['toString',                false, 'what every object has is no label'],
    ['!owner,app',              true,  'one is not there, the other is'],
  ]
  for (const [selector, fits, because] of cases)
    it(`${JSON.stringify(selector)} ${fits ? 'fits' : 'does not fit'}, because ${because}`, () =>
      assert.equal(parseSelector(selector)(labels), fits))
  it('that is none is refused', () => assert.throws(() => parseSelector('a=b=c'), /is no label selector/))
})

describe('The value of a column', () => {
  const object = {
    status: { conditions: [{ type: 'Ready', status: 'True' }], replicas: 3 },
    metadata: { labels: { 'a/b': 'x', 'c.d': 'y' } },
  }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [path: string, value: unknown, because: string][] = [
    ['.status.replicas',                                3,         'a plain path'],
    ['.status.conditions[?(@.type=="Ready")].status',   'True',    'the item with that type'],
    ['.status.conditions[?(@.type=="Other")].status',   undefined, 'there is no such item'],
    [".metadata.labels['a/b']",                         'x',       'a quoted name'],
    [".metadata.labels['c\\.d']",                       'y',       'an escaped dot, as definitions have it'],
    ['.metadata.labels[',                               undefined, 'what is no path leads nowhere'],
    ['.status.__proto__',                               undefined, 'only what the object holds'],
    ['.status.conditions[*].type',                      'Ready',   'the first of several, as servers print it'],
  ]
  for (const [path, value, because] of cases)
    it(`${path}, because ${because}`, () => assert.equal(columnValue(object, { jsonPath: path }), value))
})
