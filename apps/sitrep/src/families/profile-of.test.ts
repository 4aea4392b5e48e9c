import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { profileLabel } from '@sitrep/status'
import { families } from '../testing.ts'
import { profilesOf } from './profile-of.ts'

/** A server with these CRDs, each with the language that its label names; whatever else is asked for ends like this. */
function serverWith(crds: Readonly<Record<string, string>>, otherwise: 'not-found' | 'forbidden') {
  const asked: string[] = []
  const request = async ({ path }: { readonly path: string }): Promise<unknown> => {
    const name = path.split('/').at(-1) ?? ''
    asked.push(name)
    const profile = crds[name]
    if (profile !== undefined) return { metadata: { name, labels: { [profileLabel]: profile } } }
    throw new ControllerError(otherwise, otherwise, { retry: 'never' })
  }
  return { asked, connection: { request } as unknown as Connection }
}

const [clusterApi, eksAnywhere, crossplane] = families
const told = clusterApi?.profileToldBy ?? ''

describe('The language of a cluster', () => {
  type Case = [
    name: string,
    crds: Readonly<Record<string, string>>,
    otherwise: 'not-found' | 'forbidden',
    says: string,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['our CRDs',             { [told]: 'proposal' },   'not-found', 'proposal proposal released', 'the label tells it, for the family that stands on that one too'],
    ['CRDs of others',       { [told]: 'something' },  'not-found', 'released released released', 'a label that is no language tells nothing'],
    ['no CRDs',              {},                       'not-found', 'released released released', 'what is there is what was released'],
    ['no right to look',     {},                       'forbidden', 'released released released', 'what is there is what was released'],
  ]
  for (const [name, crds, otherwise, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, async () => {
      const { connection, asked } = serverWith(crds, otherwise)
      const profileOf = await profilesOf(connection, families)
      const spoken = [clusterApi, eksAnywhere, crossplane].map((family) => family && profileOf(family))
      assert.equal(spoken.join(' '), says)
      assert.equal(new Set(asked).size, asked.length, 'a CRD is asked for once')
    })
})
