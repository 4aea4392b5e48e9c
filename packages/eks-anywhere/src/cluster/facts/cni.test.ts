import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { found } from '@sitrep/status'
import { agentImage, cni, observed, oldImage, operatorImage, rollout, spec, treatment } from '../testing.ts'
import type { CiliumSpec, CniSeen } from '../types.ts'
import { cniPhase } from './cni.ts'

type Case = [
  name: string,
  seen: Partial<CniSeen>,
  wanted: Partial<CiliumSpec>,
  comesTo: string,
  because: string,
]

const none = { daemonSet: undefined, operator: undefined, config: undefined }
const old = { daemonSet: rollout(oldImage) }
const preflight = { preflightDaemonSet: rollout(agentImage), preflightDeployment: rollout(agentImage) }
const config = { policy: 'default', egressInterfaces: '', exclusive: 'true' }
const skip = { skipUpgrade: true }

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['none',                 none,                                                      {},   'installed',          'it is to be installed'],
  ['no operator',          { operator: undefined },                                   {},   'installed',          'both parts belong to it'],
  ['of another maker',     { daemonSet: rollout('quay.io/cilium/cilium:v1.16.10') },  {},   'installed',          'it is known by its image'],
  ['skipped and gone',     none,                                                      skip, 'upgrades-skipped',   'it was installed once'],
  ['skipped and old',      old,                                                       skip, 'upgrades-skipped',   'it is to be left alone'],
  ['old',                  old,                                                       {},   'upgrading',          'the preflight is not there yet'],
  ['old init container',   { daemonSet: rollout(agentImage, { initImages: [oldImage] }) }, {}, 'upgrading',       'every image counts'],
  ['old operator',         { operator: rollout('x/eks/operator:v1.0.0') },            {},   'upgrading',          'so does the operator\'s'],
  ['not rolled out',       { daemonSet: rollout(oldImage, { ready: 1 }), ...preflight }, {}, 'upgrading',         'one of two Pods is ready'],
  ['stale',                { daemonSet: rollout(oldImage, { current: false }), ...preflight }, {}, 'upgrading',   'its status tells of another spec'],
  ['no preflight Pods',    { ...old, preflightDeployment: rollout(agentImage) },      {},   'upgrading',          'half of the preflight is missing'],
  ['preflight not ready',  { ...old, ...preflight, preflightDaemonSet: rollout(agentImage, { ready: 1 }) }, {}, 'upgrading', 'it must be ready wherever Cilium is'],
  ['preflight stale',      { ...old, ...preflight, preflightDeployment: rollout(agentImage, { current: false }) }, {}, 'upgrading', 'its status tells of another spec'],
  ['preflight ready',      { ...old, ...preflight },                                  {},   'upgraded',           'the new manifest is applied'],
  ['no version tag',       { daemonSet: rollout('x/eks/cilium:latest'), ...preflight }, {}, 'version-unreadable', 'nobody knows what it is upgraded from'],
  ['no tag',               { daemonSet: rollout('x/eks/cilium'), ...preflight },      {},   'version-unreadable', 'nobody knows what it is upgraded from'],
  ['no config',            { config: undefined },                                     {},   'reconfigured',       'it is written again'],
  ['another policy',       {},                                                        { policyEnforcementMode: 'always' }, 'reconfigured', 'the spec says so'],
  ['no policy',            { config: { ...config, policy: '' } },                     {},   'reconfigured',       'it must be there'],
  ['other interfaces',     {},                                                        { egressMasqueradeInterfaces: 'eth0' }, 'reconfigured', 'the spec says so'],
  ['not exclusive',        {},                                                        { exclusive: false }, 'reconfigured', 'the spec says so'],
  ['exclusive by default', { config: { ...config, exclusive: '' } },                  {},   'up-to-date',         'missing means true'],
  ['steady',               {},                                                        {},   'up-to-date',         'nothing differs'],
]

describe('looking after Cilium', () => {
  for (const [name, seen, wanted, comesTo, because] of cases) {
    it(`${name}: ${comesTo}, because ${because}`, () => {
      const cilium = { ...spec.cilium, ...wanted } as CiliumSpec
      assert.equal(cniPhase({ ...observed, spec: { ...spec, cilium }, cni: found(cni(seen)) }), comesTo)
    })
  }

  it('installs it once even where its upgrades are skipped', () => {
    const cilium = { ...spec.cilium, ...skip } as CiliumSpec
    const fresh = { ...treatment, ciliumWasInstalled: false }
    assert.equal(
      cniPhase({ ...observed, treatment: fresh, spec: { ...spec, cilium }, cni: found(cni(none)) }),
      'installed',
    )
  })

  it('takes the operator of the release for up to date', () => {
    assert.equal(
      cniPhase({ ...observed, cni: found(cni({ operator: rollout(operatorImage) })) }),
      'up-to-date',
    )
  })
})
