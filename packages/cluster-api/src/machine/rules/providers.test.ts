import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { missing, unreadable } from '@sitrep/status'
import { ago, condition } from '../../machines-of/testing.ts'
import type { MachineFacts } from '../facts/facts.ts'
import { proposalMachine } from '../rules-proposal/language.ts'
import { releasedMachine } from '../rules-released/language.ts'
import { bootstrap, facts, fresh, infrastructure, leaving, saying, seen, spec, undone } from '../testing.ts'

const languages = { released: releasedMachine, proposal: proposalMachine }
const cannotRead = {
  released: () => 'Please check controller logs for errors',
  proposal: (kind: string) => `${kind} cannot be read, see the log for the error`,
}
const refused = unreadable('forbidden')
const notReady = condition('Ready', 'False', { reason: 'Creating', message: 'VM is being created' })
const oldTrue = condition('Ready', 'True', { reason: 'NoReasonReported' })
const nonsense = {
  conditions: { valid: false, error: 'status for the Ready condition must be one of' },
} as const

/** The Machine has no data yet and reads the name of the Secret from its config. */
const early = {
  previous: fresh,
  machine: seen({ spec: spec({ dataSecretName: undefined, providerID: '' }) }),
}

for (const profile of ['released', 'proposal'] as const) {
  const { tables } = languages[profile]
  const log = cannotRead[profile]
  const title = `a Machine, ${profile}:`

  // biome-ignore format: the table is the specification; its columns stay aligned
  const ofBootstrap: readonly TableCase<MachineFacts>[] = [
    ['ready',                      facts(),                                                                        'True Ready',                    'the config says so',                       ''],
    ['the user brings the data',   facts({ machine: seen({ spec: spec({ configRef: undefined }) }), bootstrap: undefined }), 'True DataSecretProvided', 'nobody has to make it',                ''],
    ['not ready',                  facts({ ...early, bootstrap: bootstrap({ ...saying(notReady), ...undone }) }),  'False Creating',                'the config says so, in its own words',     'VM is being created'],
    ['True without a reason',      facts({ bootstrap: bootstrap(saying(oldTrue)) }),                               'True Ready',                    'older conditions have none',               ''],
    ['nonsense',                   facts({ bootstrap: bootstrap(nonsense) }),                                      'Unknown InvalidConditionReported', 'what cannot be read is not known',      nonsense.conditions.error],
    ['silent, data there',         facts({ ...early, bootstrap: bootstrap(saying()) }),                            'True Ready',                    'status.initialization says so',            ''],
    ['silent, no data',            facts({ ...early, bootstrap: bootstrap({ ...saying(), ...undone }) }),          'False NotReady',                'status.initialization says so',            'KubeadmConfig status.initialization.dataSecretCreated is false'],
    ['silent, older contract',     facts({ ...early, bootstrap: bootstrap({ ...saying(), done: { v1beta1: true, v1beta2: false } }, 'v1beta1') }), 'True Ready', 'status.ready counts there',      ''],
    ['silent, data without a name', facts({ ...early, bootstrap: bootstrap({ ...saying(), dataSecretName: undefined }) }), 'False NotReady',        'data that nobody can find is none',        'KubeadmConfig status.initialization.dataSecretCreated is false'],
    ['silent, data named before',  facts({ previous: fresh, bootstrap: bootstrap({ ...saying(), ...undone }) }),   'True Ready',                    'the Machine has the name already',         ''],
    ['cannot be read',             facts({ bootstrap: refused }),                                                  'Unknown InternalError',         '"cannot look" is not "none"',              log('KubeadmConfig')],
    ['never existed',              facts({ ...early, bootstrap: missing }),                                        'False ObjectDoesNotExist',      'somebody has to create it',                'KubeadmConfig does not exist'],
    ['gone',                       facts({ bootstrap: missing }),                                                  'False ObjectDoesNotExist',      'that it once was there is not remembered', 'KubeadmConfig does not exist'],
    ['gone, deleting',             facts(leaving({ bootstrap: missing })),                                         'False ObjectDeleted',           'it goes with the Machine',                 'KubeadmConfig has been deleted'],
    ['never existed, deleting',    facts(leaving({ bootstrap: missing, previous: fresh })),                        'False ObjectDoesNotExist',      'what never was cannot go',                 'KubeadmConfig does not exist'],
  ]
  describeTable(title, { rules: tableOf(tables, 'BootstrapConfigReady'), steady: facts() }, ofBootstrap)

  // biome-ignore format: the table is the specification; its columns stay aligned
  const ofInfrastructure: readonly TableCase<MachineFacts>[] = [
    ['ready',                   facts(),                                                                               'True Ready',               'the provider says so',                     ''],
    ['not ready',               facts({ ...early, infrastructure: infrastructure({ ...saying(notReady), ...undone }) }), 'False Creating',         'the provider says so, in its own words',   'VM is being created'],
    ['True without a reason',   facts({ infrastructure: infrastructure(saying(oldTrue)) }),                            'True Ready',               'older conditions have none',               ''],
    ['nonsense',                facts({ infrastructure: infrastructure(nonsense) }),                                   'Unknown InvalidConditionReported', 'what cannot be read is not known', nonsense.conditions.error],
    ['silent, provisioned',     facts({ ...early, infrastructure: infrastructure(saying()) }),                         'True Ready',               'status.initialization says so',            ''],
    ['silent, not provisioned', facts({ ...early, infrastructure: infrastructure({ ...saying(), ...undone }) }),       'False NotReady',           'status.initialization says so',            'DockerMachine status.initialization.provisioned is false'],
    ['silent, once provisioned', facts({ infrastructure: infrastructure({ ...saying(), ...undone }) }),                'True Ready',               'that is never taken back',                 ''],
    ['silent, without an id',   facts({ ...early, infrastructure: infrastructure({ ...saying(), providerID: undefined }) }), 'False NotReady',     'a machine without an id is none',          'DockerMachine status.initialization.provisioned is false'],
    ['cannot be read',          facts({ infrastructure: refused }),                                                    'Unknown InternalError',    '"cannot look" is not "none"',              log('DockerMachine')],
    ['never existed',           facts({ ...early, infrastructure: missing }),                                          'False ObjectDoesNotExist', 'somebody has to create it',                'DockerMachine does not exist'],
    ['gone',                    facts({ infrastructure: missing }),                                                    'False ObjectDeleted',      'nobody deletes the Machine',               'DockerMachine has been deleted while the Machine still exists'],
    ['gone, deleting',          facts(leaving({ infrastructure: missing })),                                           'False ObjectDeleted',      'it goes with the Machine',                 'DockerMachine has been deleted'],
    ['being deleted',           facts({ infrastructure: infrastructure({ deleting: true, ...saying(condition('Ready', 'False', { reason: 'Deleting', lastTransitionTime: ago(9) })) }) }), 'False Deleting', 'the provider says so', ''],
  ]
  describeTable(title, { rules: tableOf(tables, 'InfrastructureReady'), steady: facts() }, ofInfrastructure)
}

const updating = tableOf(releasedMachine.tables, 'Updating')
const annotated = (annotations: MachineFacts['machine']['annotations']): MachineFacts =>
  facts({ machine: seen({ annotations }) })
const pending = 'runtime.cluster.x-k8s.io/pending-hooks'

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a Machine, both languages:', { rules: updating, steady: facts() }, [
  ['steady',               facts(),                                                                                    'False NotUpdating',    'nobody updates it in place',        ''],
  ['under way',            annotated({ 'in-place-updates.internal.cluster.x-k8s.io/update-in-progress': '' }),         'True InPlaceUpdating', 'the annotation says so',            'In-place update in progress'],
  ['ending',               annotated({ [pending]: 'AfterX,UpdateMachine' }),                                           'True InPlaceUpdating', 'the hook has not been called yet',  'In-place update in progress'],
  ['another hook pending', annotated({ [pending]: 'UpdateMachineSet' }),                                               'False NotUpdating',    'that is about something else',      ''],
])
