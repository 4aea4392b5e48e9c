import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { recordedWorld, runLine, wholeBundle } from '../testing.ts'

const recorded = readdirSync(
  join(import.meta.dirname, '..', '..', '..', '..', 'packages', 'cluster-api', 'vectors', 'recorded'),
)
const [first = ''] = recorded.filter((name) => name.endsWith('.yaml')).sort()
const { text, at } = recordedWorld(first.replace('.yaml', ''))
const objects = parseAllDocuments(text).map((document) => document.toJS() as { kind: string })
const machines = JSON.stringify({
  kind: 'List',
  items: objects.filter(({ kind }) => kind === 'Machine' || kind === 'Cluster'),
})

describe('Files that hold a part of a cluster', () => {
  it('say nothing about what was not looked at, and which kinds that is', async () => {
    const { out, err } = await runLine(['status', '-f', '-', '--at', at], { input: machines })
    assert.doesNotMatch(out.join('\n'), /deleted while|does not exist/)
    assert.match(err.join('\n'), /^The files hold no .*: what depends on those is shown as it is reported/)
  })

  it('hold all there is where a bundle says so', async () => {
    const { err } = await runLine(['status', '-f', '-', '--at', at], {
      input: `${machines}\n---\n${wholeBundle}\n`,
    })
    assert.doesNotMatch(err.join('\n'), /The files hold no/)
  })

  it('a manifest that was never applied is called that', async () => {
    const input =
      'apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: a, namespace: b}\nspec: {infrastructureRef: {apiGroup: x.y, kind: Z, name: a}}\n'
    const { code, out } = await runLine(['status', '-f', '-', '--at', at], { input })
    assert.equal(code, 0)
    assert.match(out.join('\n'), /Unknown +Not applied yet: Cluster b\/a/)
  })
})
