import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openGenuine, type Target } from '@sitrep/api-server/peers'
import { missingKubernetes } from '../../../tools/peers/kubernetes.ts'
import { gatewayApiCrds } from '../src/crds/crds.ts'
import { edges, refusedByOurs } from './edges.ts'
import { richSpecs } from './rich-specs.ts'
import { type Server, serverOf, serving } from './server.ts'

const missing = missingKubernetes()
const crds = gatewayApiCrds({ profile: 'released' })

describe('a genuine API server with our CRDs', { skip: missing ?? false }, () => {
  let genuine: Target
  let theirs: Server
  let ours: Server
  before(async () => {
    genuine = await openGenuine()
    theirs = serving(crds, async (method, path, body) => {
      const headers = { 'content-type': 'application/json' }
      const request = { as: 'admin', method, path, headers, body: JSON.stringify(body) }
      const answer = await genuine.send(request)
      return { status: answer.status, body: Object(answer.body) }
    })
    ours = await serverOf(crds)
  })
  after(() => genuine.close())

  it('takes them, because no rule costs more than it allows', async () => {
    for (const crd of crds) {
      const place = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
      const { status, body } = await theirs.send('POST', place, crd)
      assert.equal(status, 201, JSON.stringify(body))
    }
  })

  it('takes and refuses what our own server does', async () => {
    for (const [kind] of richSpecs) while ((await theirs.judge(kind, {})).status === 404) await sleep(100)
    const asked = [
      ...richSpecs,
      ...[...edges, ...refusedByOurs].map(([, kind, spec]) => [kind, spec] as const),
    ]
    const apart: string[] = []
    for (const [kind, spec] of asked) {
      const [one, other] = [await ours.judge(kind, spec), await theirs.judge(kind, spec)]
      if ((one.status === 201) !== (other.status === 201))
        apart.push(`${kind} ${JSON.stringify(spec)}: ours ${one.status}, genuine ${other.status}`)
    }
    assert.deepEqual(apart, [])
  })
})
