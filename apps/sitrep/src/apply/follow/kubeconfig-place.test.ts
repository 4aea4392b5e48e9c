import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { CommandError } from '../../command.ts'
import { writeKubeconfig } from './kubeconfig-file.ts'
import { kubeconfigPath, refuseBadPlace } from './kubeconfig-place.ts'

const cluster = (namespace: string, name: string) => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { namespace, name },
})

describe('Where a kubeconfig goes', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'sitrep-kubeconfig-'))
  after(() => rmSync(cwd, { recursive: true }))
  mkdirSync(join(cwd, 'folder'))
  mkdirSync(join(cwd, 'taken.kubeconfig'))
  writeFileSync(join(cwd, 'file'), '')

  const [a, b] = [cluster('team', 'a'), cluster('team', 'b')]
  const other = cluster('other', 'a')

  type Case = [
    name: string,
    clusters: readonly ReturnType<typeof cluster>[],
    out: string | undefined,
    says: RegExp | string,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['nothing said',            [a],                       undefined,        'a.kubeconfig',            'it is named after its cluster'],
    ['two of one name',         [a, other],                undefined,        'team-a.kubeconfig',       'one would overwrite the other'],
    ['a folder to come',        [a],                       'new/deep/x',     'new/deep/x',              'folders are made'],
    ['several for one file',    [a, b],                    'x',              /there are several/,       'the last one would be left'],
    ['a folder',                [a],                       'folder',         /folder: it is a folder/,  'a folder holds no text'],
    ['the usual name is taken', [cluster('team', 'taken')], undefined,       /taken\.kubeconfig: it is a folder; give --kubeconfig-out/, 'somebody has to choose another'],
    ['below a file',            [a],                       'file/x',         /file is no folder/,       'nothing can lie in a file'],
  ]
  for (const [name, clusters, out, says, because] of cases) {
    it(`${name}: ${String(says)}, because ${because}`, () => {
      const place = { out, cwd }
      if (says instanceof RegExp)
        assert.throws(
          () => refuseBadPlace(clusters, place),
          (error) => error instanceof CommandError && error.exitCode === 2 && says.test(error.message),
        )
      else {
        refuseBadPlace(clusters, place)
        const path = kubeconfigPath(clusters[0] ?? a, clusters, place)
        assert.equal(path, join(cwd, says))
        writeKubeconfig(path, 'the way')
        assert.equal(readFileSync(path, 'utf8'), 'the way')
      }
    })
  }

  it('a file system without a place for folders is told, and nobody waits for it', {
    skip: process.platform !== 'linux' && 'only Linux has /proc',
  }, () => {
    assert.throws(() => writeKubeconfig('/proc/nowhere/deep/x', ''), { exitCode: 3 })
  })
})
