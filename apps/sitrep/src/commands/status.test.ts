import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type KubeObject, profiles, refKey, refOf } from '@sitrep/status'
import { parse, stringify } from 'yaml'
import { differencesFrom } from '../../../../tools/vectors/expectations.ts'
import { readVectors } from '../../../../tools/vectors/vector.ts'
import { recordedWorld, runLine } from '../testing.ts'

const manifest = (objects: readonly KubeObject[]): string =>
  objects.map((object) => stringify(object)).join('---\n')

/** The objects that a command line prints as JSON when it reads these. */
async function objectsFrom(line: string, input: string): Promise<readonly KubeObject[]> {
  const { code, out, err } = await runLine([...line.split(' '), '-f', '-', '-o', 'json'], { input })
  assert.equal(code, 0, err.join('\n'))
  return (parse(out.join('\n')) as { items: readonly KubeObject[] }).items
}

/** The same objects with the status that was computed for them. */
async function computed(input: string, options: string): Promise<string> {
  const { code, out, err } = await runLine([...`status -f - -o yaml ${options}`.split(' ')], { input })
  assert.equal(code, 0, err.join('\n'))
  return out.join('\n')
}

describe('sitrep status of objects in v1beta1', () => {
  const { text, at } = recordedWorld('available')

  for (const profile of profiles)
    it(`answers in their own layout, as ${profile}: what was converted and then computed is what was computed and then converted`, async () => {
      const newest = await computed(text, `--at ${at} --profile ${profile}`)
      const older = manifest(await objectsFrom(`convert --to ${profile}-v1beta1`, newest))
      const own = await computed(older, `--at ${at} --profile ${profile}`)
      const back = await objectsFrom(`convert --from ${profile}-v1beta1 --to ${profile}-v1beta2`, own)
      const expected = new Map(
        (await objectsFrom(`convert --from ${profile}-v1beta2 --to ${profile}-v1beta2`, newest)).map(
          (object) => [refKey(refOf(object)), object.status],
        ),
      )
      assert.ok(back.some(({ kind }) => kind === 'Cluster'))
      for (const object of back)
        assert.deepEqual(
          object.status,
          expected.get(refKey(refOf(object))),
          `${object.kind} ${object.metadata.name}`,
        )
    })

  it('compares one layout with -o diff: what it would write itself is no difference', async () => {
    const newest = await computed(text, `--at ${at}`)
    const older = manifest(await objectsFrom('convert --to released-v1beta1', newest))
    const own = await computed(older, `--at ${at}`)
    const { code, err } = await runLine(['status', '-f', '-', '--at', at, '-o', 'diff', '--whole'], {
      input: own,
    })
    assert.deepEqual([code, err], [0, ['What is reported is what Sitrep computes']])
  })
})

describe('what sitrep status says to clients of v1beta1', () => {
  it('agrees with the new conditions where nothing is wrong, in the document’s layout as well', async () => {
    const { text, at } = recordedWorld('available')
    const older = await objectsFrom(
      'convert --from proposal-v1beta2 --to proposal-v1beta1',
      await computed(text, `--at ${at} --profile proposal`),
    )
    const deployments = older.filter(({ kind }) => kind === 'MachineDeployment')
    assert.ok(deployments.length > 0)
    for (const { metadata, status } of deployments) {
      const { conditions } = status as { conditions: readonly { type: string; status: string }[] }
      assert.equal(conditions.find(({ type }) => type === 'Available')?.status, 'True', metadata.name)
    }
  })
})

describe('sitrep status at the end of the way', () => {
  it('says nothing for clients of v1beta1', async () => {
    const { text, at } = recordedWorld('rolling-out')
    const ended = await computed(text, `--at ${at} --profile proposal --stage end`)
    assert.doesNotMatch(ended, /backCompatibility/)
    assert.match(await computed(text, `--at ${at} --profile proposal`), /backCompatibility/)
  })
})

describe('sitrep status --given', () => {
  const file = join(import.meta.dirname, '../../../../packages/eks-anywhere/vectors/proposal/examples.yaml')
  for (const { name, at, objects, expect } of readVectors(file))
    it(`reproduces ${name}`, async () => {
      const given = ['KubeadmControlPlane', 'MachineDeployment', 'Cluster.cluster.x-k8s.io']
      const line = ['status', '-f', '-', '-o', 'json', '--profile', 'proposal', '--at', at, '--whole']
      const { code, out, err } = await runLine([...line, ...given.flatMap((kind) => ['--given', kind])], {
        input: manifest(objects),
      })
      assert.equal(code, 0, err.join('\n'))
      const { items } = JSON.parse(out.join('\n')) as {
        items: readonly { apiVersion: string; kind: string; name: string; status: object }[]
      }
      for (const expected of expect) {
        const group = expected.apiVersion?.split('/')[0] ?? 'anywhere.eks.amazonaws.com'
        const isMeant = (each: { apiVersion: string; kind: string }, called: string): boolean =>
          each.kind === expected.kind && called === expected.name && each.apiVersion.startsWith(`${group}/`)
        const reported = objects.find((each) => isMeant(each, each.metadata.name))
        const item = items.find((each) => isMeant(each, each.name))
        assert.ok(reported !== undefined && item !== undefined, expected.name)
        assert.deepEqual(differencesFrom(expected, { reported, status: { ...item.status } }), [])
      }
    })

  it('refuses a kind of which nothing is computed, because that would change nothing', async () => {
    const { text } = recordedWorld('available')
    const { code, err } = await runLine(['status', '-f', '-', '--given', 'Machin'], { input: text })
    assert.equal(code, 2)
    assert.match(err.join('\n'), /--given Machin: nothing is computed of such a kind/)
  })
})
