import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import type { ListenerSetFacts } from './facts.ts'
import { setAccepted, setProgrammed } from './rules.ts'

const steady: ListenerSetFacts = {
  allowed: true,
  gateway: 'infra/edge',
  parentAccepted: 'True',
  parentProgrammed: 'True',
  listeners: [
    { name: 'a', accepted: 'True' },
    { name: 'b', accepted: 'True' },
  ],
  dataPlane: 'in force',
}
const listeners = (...accepted: readonly ('True' | 'False' | 'Unknown')[]) => ({
  listeners: accepted.map((status, at) => ({ name: `l${at}`, accepted: status })),
})
const test = (rules: typeof setAccepted, cases: readonly TableCase<ListenerSetFacts>[]): void =>
  describeTable('a ListenerSet:', { rules, steady }, cases)

// biome-ignore format: the table is the specification; its columns stay aligned
test(setAccepted, [
  ['taken',            {},                             'True Accepted',           'all of its listeners are'],
  ['not allowed',      { allowed: false },             'False NotAllowed',        'the Gateway must invite it', 'Gateway infra/edge does not take ListenerSets of this namespace'],
  ['parent refused',   { parentAccepted: 'False' },    'False ParentNotAccepted', 'there is nothing to add to'],
  ['not looked',       { allowed: undefined },         'Unknown Pending',         'the labels cannot be read'],
  ['no listener',      listeners('False', 'False'),    'False ListenersNotValid', 'nothing is added'],
  ['some listener',    listeners('True', 'False'),     'True ListenersNotValid',  'something is added', 'Listeners that are not accepted: l1'],
  ['listener unknown', listeners('True', 'Unknown'),   'Unknown Pending',         'it may yet be refused'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(setProgrammed, [
  ['in force',          {},                            'True Programmed',           'the data plane has this generation'],
  ['not allowed',       { allowed: false },            'False NotAllowed',          'it is never sent'],
  ['parent refused',    { parentAccepted: 'False' },   'False ParentNotProgrammed', 'nothing is sent'],
  ['no listener',       listeners('False'),            'False ListenersNotValid',   'nothing is sent'],
  ['no look',           { dataPlane: 'unreadable' },   'Unknown Pending',           'not looked is not missing'],
  ['no report',         { dataPlane: 'nothing' },      'Unknown Pending',           'never green by absence'],
  ['parent waits',      { parentProgrammed: 'False' }, 'False ParentNotProgrammed', 'it waits with it'],
  ['older',             { dataPlane: 'behind' },       'False Pending',             'it serves another generation'],
])
