import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wantsColour } from './process-context.ts'

describe('Colours', () => {
  type Case = [
    name: string,
    given: Partial<Parameters<typeof wantsColour>[0]>,
    wanted: boolean,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a terminal',            {},                                                        true,  'a person looks at it'],
    ['a pipe',                { terminal: false },                                       false, 'a program reads it'],
    ['NO_COLOR',              { env: { NO_COLOR: '1' } },                                false, 'somebody wants none anywhere'],
    ['an empty NO_COLOR',     { env: { NO_COLOR: '' } },                                 true,  'empty is not set'],
    ['--no-color',            { typed: ['get', '--no-color'], env: { FORCE_COLOR: '1' } }, false, 'what is typed counts most'],
    ['FORCE_COLOR in a pipe', { terminal: false, env: { FORCE_COLOR: '1' } },            true,  'somebody wants them there'],
    ['FORCE_COLOR=0',         { env: { FORCE_COLOR: '0' } },                             false, 'that is how one says no there'],
    ['a dumb terminal',       { env: { TERM: 'dumb' } },                                 false, 'it would show the codes'],
  ]
  for (const [name, given, wanted, because] of cases) {
    it(`${name}: ${wanted ? 'yes' : 'no'}, because ${because}`, () =>
      assert.equal(wantsColour({ env: {}, typed: [], terminal: true, ...given }), wanted))
  }
})
