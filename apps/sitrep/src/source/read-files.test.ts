import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readFiles } from './read-files.ts'

const object = (kind: string, name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'shop', ...more },
})
const bare = (name: string) => ({ metadata: { name, namespace: 'shop' }, status: { phase: 'Running' } })

interface Found {
  readonly names: readonly string[]
  readonly complaints: readonly string[]
}

/** Writes files into a folder of their own and reads it, or what is named in it. */
async function reading(files: Readonly<Record<string, string | Buffer>>, named = '.'): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-files-'))
  const complaints: string[] = []
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const found = await readFiles([named], {
      cwd: folder,
      readInput: async () => '',
      complain: (line) => complaints.push(line),
    })
    return { names: found.map(({ object: { kind, metadata } }) => `${kind} ${metadata.name}`), complaints }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const list = (kind: string, ...items: object[]): string => JSON.stringify({ apiVersion: 'v1', kind, items })

describe('Folders that tools leave behind', () => {
  it('kubectl cluster-info dump: typed lists by namespace, logs beside them', async () => {
    const { names, complaints } = await reading({
      'nodes.json': list('NodeList', bare('n-1')),
      'shop/pods.json': list('PodList', bare('web-1'), bare('web-2')),
      'shop/events.json': list('EventList'),
      'shop/web-1/logs.txt': 'not: [yaml',
    })
    assert.deepEqual(names, ['Node n-1', 'Pod web-1', 'Pod web-2'])
    assert.deepEqual(complaints, [])
  })

  it('must-gather: an object in a list and in a file of its own counts once, the newer of the two', async () => {
    const image = 'quay-io-openshift-release-sha256-0123'
    const { names, complaints } = await reading({
      [`${image}/cluster-scoped-resources/core/nodes/n-1.yaml`]: JSON.stringify(object('Node', 'n-1')),
      [`${image}/namespaces/shop/core/pods.yaml`]: list(
        'PodList',
        object('Pod', 'web-1', { resourceVersion: '9' }),
      ),
      [`${image}/namespaces/shop/pods/web-1/web-1.yaml`]: JSON.stringify(
        object('Pod', 'web-1', { resourceVersion: '10' }),
      ),
      [`${image}/namespaces/shop/pods/web-1/web/web/logs/current.log`]: 'hello',
      [`${image}/timestamp`]: 'now',
      'event-filter.html': '<html>',
    })
    assert.deepEqual(names, ['Node n-1', 'Pod web-1'])
    assert.deepEqual(complaints, [])
  })

  it('a support bundle of EKS Anywhere: kinds by folder, custom resources as JSON and YAML, errors beside them', async () => {
    const root = 'support-bundle-2026-01-01T00_00_00/cluster-resources'
    const cluster = {
      apiVersion: 'anywhere.eks.amazonaws.com/v1alpha1',
      kind: 'Cluster',
      metadata: { name: 'mgmt', namespace: 'default' },
    }
    const { names, complaints } = await reading({
      [`${root}/nodes.json`]: JSON.stringify([bare('n-1')]),
      [`${root}/nodes-errors.json`]: JSON.stringify(['nodes is forbidden']),
      [`${root}/pods/shop.json`]: JSON.stringify({ items: [bare('web-1')] }),
      [`${root}/custom-resources/clusters.anywhere.eks.amazonaws.com/default.json`]: JSON.stringify([
        cluster,
      ]),
      [`${root}/custom-resources/clusters.anywhere.eks.amazonaws.com/default.yaml`]: `- ${JSON.stringify(cluster)}\n`,
      'support-bundle-2026-01-01T00_00_00/analysis.json': '[{"name":"x"}]',
    })
    assert.deepEqual(names, ['Cluster mgmt', 'Node n-1', 'Pod web-1'])
    assert.deepEqual(complaints, [])
  })

  it('a file that cannot be read is told with its place, and the rest goes on', async () => {
    const { names, complaints } = await reading({
      'a.yaml': 'kind: [\n',
      'b.json': JSON.stringify(object('Pod', 'web')),
      '.git/c.json': JSON.stringify(object('Pod', 'hidden')),
    })
    assert.deepEqual(names, ['Pod web'])
    assert.equal(complaints.length, 1)
    assert.match(complaints[0] ?? '', /^a\.yaml:\d+:\d+: /)
  })
})

describe('Single files', () => {
  type Case = [
    name: string,
    text: string,
    names: readonly string[],
    complains: RegExp | undefined,
    because: string,
  ]
  const two = `${JSON.stringify(object('Pod', 'a'), undefined, 2)}\n${JSON.stringify(object('Pod', 'b'), undefined, 2)}\n`
  const dump = `${list('PodList', bare('web'))}\n==== START logs for container a of pod shop/web ====\n{"not": [\n==== END logs for container a of pod shop/web ====\n${list('NodeList', bare('n'))}\n`
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['JSON one after another', two,                                                   ['Pod a', 'Pod b'],  undefined,                                    'programs stream it so'],
    ['a dump on one stream',   dump,                                                  ['Pod web', 'Node n'], undefined,                                   'logs stand between the lists'],
    ['no kind',                'a: 1\n---\nkind: Pod\napiVersion: v1\nmetadata: {name: x}\n', ['Pod x'],   /f\.yaml:1: .*kind is missing; it is left out/, 'silence would look like health'],
    ['no name',                '\n\nkind: Pod\napiVersion: v1\n',                     [],                  /f\.yaml:3: .*metadata\.name is missing/,      'its line is named'],
    ['nothing but a comment',  '# nothing\n---\n',                                    [],                  undefined,                                    'an empty document is no object'],
  ]
  for (const [name, text, names, complains, because] of cases) {
    it(`${name}, because ${because}`, async () => {
      const found = await reading({ 'f.yaml': text }, 'f.yaml')
      assert.deepEqual(found.names, names)
      if (complains === undefined) assert.deepEqual(found.complaints, [])
      else assert.match(found.complaints[0] ?? '', complains)
    })
  }
})

describe('Files that are not plain text', () => {
  const yaml = 'kind: Pod\napiVersion: v1\nmetadata: {name: web}\n'
  const little = Buffer.from(`\ufeff${yaml}`, 'utf16le')
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['UTF-16, low byte first',  little,                           ['Pod web'], 'PowerShell writes it so'],
    ['UTF-16, high byte first', Buffer.from(little).swap16(),     ['Pod web'], 'the mark says which it is'],
    ['UTF-8 with a mark',       Buffer.from(`\ufeff${yaml}`),     ['Pod web'], 'editors leave it there'],
  ] as const
  for (const [name, bytes, names, because] of cases) {
    it(`${name} is read, because ${because}`, async () =>
      assert.deepEqual((await reading({ 'f.yaml': bytes }, 'f.yaml')).names, names))
  }

  it('a binary file is called one', async () => {
    const bytes = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])
    await assert.rejects(reading({ 'f.bin': bytes }, 'f.bin'), {
      message: 'f.bin is a binary file and not YAML or JSON',
    })
  })

  it('what the system says is put into words', async () => {
    await assert.rejects(reading({ a: '' }, 'a/b'), {
      message: 'a/b cannot be read: a part of its path is a file and not a folder',
    })
    await assert.rejects(reading({}, 'b'), { message: 'b cannot be read: there is no such file' })
  })
})

describe('Archives', () => {
  const pod = JSON.stringify(object('Pod', 'web'))
  it('are read as the folder that they hold, packed or not', async () => {
    const archive = tar({ 'bundle/pods/shop.json': `[${pod}]`, 'bundle/log.txt': 'x' })
    assert.deepEqual((await reading({ 'b.tar.gz': gzipSync(archive) }, 'b.tar.gz')).names, ['Pod web'])
    assert.deepEqual((await reading({ 'b.tar': archive }, 'b.tar')).names, ['Pod web'])
  })

  it('that are cut off are refused', async () => {
    const archive = tar({ 'a.json': pod }).subarray(0, 540)
    await assert.rejects(reading({ 'b.tar': archive }, 'b.tar'), /it was cut off/)
  })

  it('that are damaged are refused', async () => {
    const packed = gzipSync(tar({ 'a.json': pod }))
    await assert.rejects(
      reading({ 'b.tgz': packed.subarray(0, packed.length - 20) }, 'b.tgz'),
      /b\.tgz cannot be read/,
    )
  })
})

function tar(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('0', 156)
    header.write('ustar', 257)
    return [header, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0'))]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}
