import { found, missing } from '@sitrep/status'
import { describeTable, type TableCase } from '../../rows/table.testing.ts'
import type { Finding } from '../checks.ts'
import { target } from '../testing.ts'
import {
  externallyRemediated,
  externalRequestAvailable,
  healthCheckSucceeded,
  type MachineFacts,
  ownerRemediated,
} from './on-machine.ts'

const steady: MachineFacts = {
  target: target(),
  finding: { health: 'good' },
  toBeReplaced: false,
  templateMissing: false,
  templateName: 'DockerRemediationTemplate team-a/reboot',
}

const failing = (reason: string): { readonly finding: Finding } => ({
  finding: { health: 'failed', reason, message: 'Health check failed:\n  * why' },
})

const reasons = [
  'HasRemediateAnnotation',
  'UnhealthyMachine',
  'NodeDeleted',
  'NodeStartupTimeout',
  'UnhealthyNode',
]

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('on a Machine, both languages:', { rules: healthCheckSucceeded, steady }, [
  ...reasons.map((reason): TableCase<MachineFacts> =>
  [`failed, ${reason}`,  failing(reason),                      `False ${reason}`,           'the look says so',                    'Health check failed:\n  * why']),
  ['well',               {},                                   'True HealthCheckSucceeded', 'the look says so',                    ''],
  ['undecided',          { finding: { health: 'undecided' } }, 'keep',                      'trouble that may pass is not told'],
])

const replaced = { toBeReplaced: true }

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('on a Machine, both languages:', { rules: ownerRemediated, steady }, [
  ['well',                        {},                                                         'keep',                        'nobody is to do anything'],
  ['to be replaced',              replaced,                                                   'False WaitingForRemediation', 'its owner is told',               'Waiting for remediation'],
  ['remediated, failed again',    { ...replaced, target: target({ ownerRemediated: 'True' }) }, 'False WaitingForRemediation', 'its owner is told once more',  'Waiting for remediation'],
  ['its owner is at it',          { ...replaced, target: target({ ownerRemediated: 'False' }) }, 'keep',                     'how it goes on is for the owner to say'],
  ['its owner does not know',     { ...replaced, target: target({ ownerRemediated: 'Unknown' }) }, 'keep',                   'how it goes on is for the owner to say'],
  ['to be replaced, deleting',    { ...replaced, target: target({ seen: { deleting: true } }) }, 'keep',                     'its owner does it already'],
])

const requested = { ...replaced, target: target({ request: found(true) }) }
const asked = { ...replaced, target: target({ request: missing }) }

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('on a Machine, released:', { rules: externallyRemediated, steady }, [
  ['well',               {},                                      'keep',                              'nobody is to do anything'],
  ['requested',          requested,                               'keep',                              'how it goes on is for others to say'],
  ['template gone',      { ...asked, templateMissing: true },     'False RemediationTemplateNotFound', 'no request can be made',               'Error retrieving remediation template DockerRemediationTemplate team-a/reboot'],
  ['requested, template gone', { ...requested, templateMissing: true }, 'keep',                        'the request needs it no longer'],
  ['to be replaced',     asked,                                   'False WaitingForRemediation',       'a request is made',                    ''],
  ['the same, deleting', { ...replaced, target: target({ request: missing, seen: { deleting: true } }) }, 'False WaitingForRemediation', 'the request is made all the same', ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('on a Machine, proposal:', { rules: externalRequestAvailable, steady }, [
  ['well',               {},                                      'keep',                              'nobody asks for a request'],
  ['requested',          requested,                               'True RequestAvailable',             'the request is there',                 ''],
  ['template gone',      { ...asked, templateMissing: true },     'False RemediationTemplateNotFound', 'no request can be made',               'DockerRemediationTemplate team-a/reboot does not exist'],
  ['to be replaced',     asked,                                   'False WaitingForRemediation',       'nobody has made a request yet',        'Waiting for the remediation request'],
])
