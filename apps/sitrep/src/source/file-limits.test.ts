import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readDocuments } from '../apply/documents/read-documents.ts'
import { tarEnd, tarEntry } from '../collect/tar-entry.ts'
import { runLine } from '../testing.ts'
import { boundedText, type FileLimits, fileLimits } from './file-limits.ts'
import { readFiles } from './read-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'sitrep-limits-'))
after(() => rmSync(folder, { recursive: true }))

const pod = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"shop"}}'
const yamlPod = 'kind: Pod\napiVersion: v1\nmetadata: {name: web}\n'
const archive = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  Buffer.concat([...Object.entries(files).map(([name, text]) => tarEntry(name, Buffer.from(text))), tarEnd])

/** A header like that of an entry, with another type: a link has no content. */
function typed(entry: Buffer, type: string): Buffer {
  const header = Buffer.from(entry.subarray(0, 512))
  header.write(type, 156)
  header.write('00000000000', 124)
  return header
}

const small: FileLimits = {
  unpacked: 100_000,
  unpackedTogether: 150_000,
  text: 20_000,
  yaml: 5_000,
  documents: 10,
  parts: 100,
  values: 5_000,
  entries: 10,
}
const reading = async (bytes: Buffer, limits = small): Promise<readonly string[]> => {
  writeFileSync(join(folder, 'f.tgz'), bytes)
  const complaints: string[] = []
  const context = {
    cwd: folder,
    readInput: async () => '',
    complain: (line: string) => complaints.push(line),
  }
  const found = await readFiles(['f.tgz'], context, { limits })
  return [...found.map(({ file, object }) => `${file} ${object.metadata.name}`), ...complaints]
}

describe('What is too much to read is refused with the limit', () => {
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.json`, pod]))
  // How deep a parser can go depends on what was compiled before: this is beyond all of it.
  const deep = `${'a: {'.repeat(20_000)}${'}'.repeat(20_000)}`
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['an archive that unpacks to more', gzipSync(Buffer.alloc(200_000)),                               /f\.tgz unpacks to more than 98 KiB$/,          'a few kilobytes can stand for gigabytes'],
    ['an entry that unpacks to more',   archive({ 'a.json.gz': gzipSync(Buffer.alloc(200_000)) }),     /a\.json\.gz unpacks to more than 98 KiB$/,     'packed again inside'],
    ['entries that unpack to more together', archive({ 'a.json.gz': gzipSync(Buffer.alloc(90_000)), 'b.json.gz': gzipSync(Buffer.alloc(90_000)) }), /with .*b\.json\.gz the files unpack to more than 147 KiB$/, 'what is no text is counted too'],
    ['a file that is larger',           Buffer.alloc(200_000),                                         /f\.tgz is larger than 98 KiB$/,                'it need not be packed'],
    ['many documents',                  Buffer.from('---\n'.repeat(11)),                               /f\.tgz has more than 10 YAML documents$/,      'each costs a kilobyte'],
    ['a YAML document of many parts',   Buffer.from(`a: [${'1,'.repeat(100)}]`),                       /a YAML document in f\.tgz has more than 100 parts$/, 'so does each part of one'],
    ['the same in brackets alone',      Buffer.from(`a: 1\nb: ${']'.repeat(100)}`),                    /a YAML document in f\.tgz has more than 100 parts$/, 'each mistake is held as well'],
    ['the same in dashes alone',        Buffer.from(`${'- '.repeat(101)}`),                            /a YAML document in f\.tgz has more than 100 parts$/, 'lists may begin on one line'],
    ['the same where it looks like JSON', Buffer.from(`[${'1,'.repeat(100)}`),                         /a YAML document in f\.tgz has more than 100 parts$/, 'what is no JSON is read as YAML'],
    ['JSON of many values',             Buffer.from(`[${'{},'.repeat(5_000)}{}]`),                     /f\.tgz has more than 5000 values$/,            'brackets take many times their length'],
    ['many entries',                    archive(many),                                                 /f\.tgz has more than 10 entries$/,             'each of them costs something'],
    ['many links',                      Buffer.concat(Array(11).fill(typed(tarEntry('a', Buffer.alloc(0)), '2'))), /more than 10 entries$/,            'they count although they are passed over'],
    ['much JSON',                       archive({ 'a.json': `[${Array(300).fill(pod).join(',')}]` }),  /more than 20 KiB of text$/,                    'all texts together'],
    ['much YAML',                       archive({ 'a.yaml': `${yamlPod}# ${'x'.repeat(6_000)}` }),     /more than 5 KiB of YAML \(as JSON: 20 KiB\)$/, 'it takes many times as long'],
  ] as const
  for (const [name, bytes, says, because] of cases) {
    it(`${name}, because ${because}`, () => assert.rejects(reading(bytes), { exitCode: 2, message: says }))
  }

  it('a text that is nested too deep is told, and the rest is read', async () => {
    const found = await reading(archive({ 'a.yaml': deep, 'b.json': pod }), fileLimits)
    assert.match(found.join('\n'), /f\.tgz\/b\.json web\n.*f\.tgz\/a\.yaml.*nested too deep/)
  })

  it('an archive of zeros of three megabytes holds no more than its limit', async () => {
    const part = gzipSync(Buffer.alloc(fileLimits.unpacked / 64), { level: 1 })
    writeFileSync(
      join(folder, 'bomb.tgz'),
      Buffer.concat([...Array(64).fill(part), gzipSync(Buffer.alloc(1))]),
    )
    const { code, err } = await runLine(['trouble', '-f', join(folder, 'bomb.tgz')])
    assert.equal(code, 2)
    assert.match(err[0] ?? '', /unpacks to more than 1 GiB$/)
  })
})

describe('What has no end', () => {
  it('is read to the limit, because a device says no size', () =>
    assert.rejects(
      readFiles(
        ['/dev/zero'],
        { cwd: folder, readInput: async () => '', complain: () => {} },
        { limits: small },
      ),
      {
        exitCode: 2,
        message: /\/dev\/zero is larger than 98 KiB$/,
      },
    ))

  it('does not keep anybody who interrupts, because a pipe may have no writer', async () => {
    const within = join(folder, 'pipes')
    mkdirSync(within)
    const pipe = join(within, 'nobody.yaml')
    execFileSync('mkfifo', [pipe])
    const reader = { cwd: folder, readInput: async () => '', complain: () => {} }
    const interrupted = AbortSignal.timeout(50)
    await assert.rejects(readFiles([pipe], { ...reader, interrupted }), { exitCode: 3 })
    await assert.rejects(readDocuments([within], { ...reader, interrupted }), { exitCode: 3 })
    const reading = readFiles([pipe], reader)
    await writeFile(pipe, '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}')
    assert.equal((await reading).length, 1)
  })

  it('is given up on standard input', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield Buffer.alloc(1_000)
    }
    await assert.rejects(boundedText(endless(), 'standard input', small), {
      exitCode: 2,
      message: /standard input is larger than 20 KiB$/,
    })
  })
})

describe('What an archive may hold', () => {
  it('names that lead elsewhere are names: nothing is written or read there', async () => {
    const found = await reading(archive({ '../../etc/a.json': pod, '/etc/passwd.json': pod }))
    assert.deepEqual(found, ['f.tgz/../../etc/a.json web'])
  })

  it('names with control characters are shown without them', async () => {
    const [found = ''] = await reading(archive({ 'a\u001b[31m.json': pod }))
    assert.ok(!found.includes('\u001b'), found)
  })

  it('links are passed over', async () => {
    const link = typed(tarEntry('link.json', Buffer.alloc(0)), '2')
    const found = await reading(Buffer.concat([link, tarEntry('a.json', Buffer.from(pod)), tarEnd]))
    assert.deepEqual(found, ['f.tgz/a.json web'])
  })

  it('a size that is none is called damage', async () => {
    const entry = tarEntry('a.json', Buffer.from(pod))
    entry.write('\u0080zzz', 124, 'latin1')
    await assert.rejects(reading(entry), { message: /f\.tgz is a damaged archive: an entry says no size/ })
  })

  it('objects whose conditions lint finds fault with, by the line inside', async () => {
    const conditions = 'status: {conditions: [{type: Ready, status: "yes"}]}\n'
    writeFileSync(join(folder, 'l.tgz'), gzipSync(archive({ 'in/a.yaml': `${yamlPod}${conditions}` })))
    const { code, out } = await runLine(['lint', '-f', join(folder, 'l.tgz')])
    assert.equal(code, 1)
    assert.match(out.join('\n'), /l\.tgz\/in\/a\.yaml\n.*bad-condition-status +4:37/)
  })
})
