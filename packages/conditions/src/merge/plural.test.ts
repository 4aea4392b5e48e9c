import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pluralOf } from './plural.ts'
import { acronyms, endings, irregularWords } from './plural-words.ts'

type Case = [kind: string, plural: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Machine',        'Machines',        'most kinds take an s'],
  ['MachineSet',     'MachineSets',     'the last word decides'],
  ['Phase3Obj',      'Phase3Objs',      'digits belong to a word'],
  ['AWSCluster',     'AWSClusters',     'capitals before the last word do not matter'],
  ['Obj1',           'Obj1s',           'a digit at the end takes an s'],
  ['Policy',         'Policies',        'y after a consonant'],
  ['NetworkPolicy',  'NetworkPolicies', 'y after a consonant, in the last word'],
  ['Proxy',          'Proxies',         'y after a consonant'],
  ['Gateway',        'Gateways',        'y after a vowel'],
  ['GatewayClass',   'GatewayClasses',  'ss takes es'],
  ['Ingress',        'Ingresses',       'ss takes es'],
  ['IPAddress',      'IPAddresses',     'ss takes es'],
  ['Status',         'Statuses',        'us takes es'],
  ['Prometheus',     'Prometheuses',    'us takes es'],
  ['Endpoints',      'Endpoints',       'any other s stays'],
  ['Redis',          'Redis',           'any other s stays'],
  ['Box',            'Boxes',           'x takes es'],
  ['FooX',           'FooXs',           'endings are case-sensitive'],
  ['FooCh',          'FooChs',          'the last word alone has to fit'],
  ['Index',          'Indices',         'an irregular word'],
  ['Person',         'People',          'an irregular word keeps its capital'],
  ['person',         'people',          'or has none'],
  ['Series',         'Series',          'a word that does not change'],
  ['Grandchild',     'Grandchildren',   'an irregular word ends a longer one'],
  ['Fox',            'Foxes',           'but not one that stands for itself only'],
  ['Children',       'Children',        'a plural stays'],
  ['Data',           'Data',            'it has the ending of a plural'],
  ['Metadata',       'Metadata',        'it has the ending of a plural'],
  ['Video',          'Videoes',         'o takes es'],
  ['Radio',          'Radios',          'io does not'],
  ['DNS',            'DNSes',           'an acronym in S'],
  ['VMSS',           'VMSSes',          'capitals in S'],
  ['VSphereVM',      'VSphereVMs',      'capitals without S'],
  ['ID',             'IDs',             'an irregular acronym'],
  ['MachineId',      'MachineIds',      'which is no word of its own here'],
  ['FooDns',         'FooDnsDNSes',     'upstream appends an acronym that it had put into capitals'],
  ['foo-policy',     'foo-policies',    'words may be separated'],
  ['Straße',         'Straßes',         'letters beyond ASCII are letters'],
  ['',               '',                'nothing has no plural'],
  ['--',             '',                'nor have separators alone'],
]

describe('the plural of a kind', () => {
  for (const [kind, plural, because] of cases) {
    it(`${kind || 'nothing'}: ${plural || 'nothing'}, because ${because}`, () =>
      assert.equal(pluralOf(kind), plural))
  }
})

describe('the tables behind it', () => {
  it('are read completely', () => {
    assert.ok(irregularWords.every(({ singular, plural }) => singular !== '' && plural !== ''))
    assert.ok(endings.every(({ singular, plural }) => singular !== '' && plural !== ''))
    assert.deepEqual([irregularWords.length, endings.length, acronyms.size], [126, 77, 139])
  })
})
