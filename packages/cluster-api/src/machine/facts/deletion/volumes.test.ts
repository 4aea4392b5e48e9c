import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { volumesText } from '../../rules/deletion.ts'
import { type VolumesInput, volumesToWaitFor } from './volumes.ts'

const csi = 'kubernetes.io/csi/ebs^v'
const bound = { name: 'pv', nodeVolumeName: csi, claim: 'shop/data' }
const loose = { name: 'loose', nodeVolumeName: 'kubernetes.io/csi/ebs^l', claim: undefined }

const waitsFor = (more: Partial<VolumesInput>): string | undefined => {
  const volumes = volumesToWaitFor({
    onNode: [],
    attached: [],
    volumes: [bound, loose],
    ignoredClaims: new Set(),
    ...more,
  })
  return volumes && volumesText('Volumes:', volumes, (names) => names.join(', '))
}

describe('volumes that a deletion waits for', () => {
  type Case = readonly [name: string, given: Partial<VolumesInput>, line: string | undefined, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['none',                     {},                                                              undefined,                                   'nothing hangs on the Node'],
    ['by the Node',              { onNode: [csi] },                                               '* PersistentVolumeClaims: shop/data',       'the name of a CSI volume leads to it'],
    ['by an attachment',         { attached: ['pv'] },                                            '* PersistentVolumeClaims: shop/data',       'the attachment names it'],
    ['by both',                  { onNode: [csi], attached: ['pv'] },                             '* PersistentVolumeClaims: shop/data',       'it is told once'],
    ['of a Pod that stays',      { onNode: [csi], ignoredClaims: new Set(['shop/data']) },        undefined,                                   'nobody will detach it'],
    ['without a claim',          { attached: ['loose'] },                                         '* PersistentVolumes without a .spec.claimRef to a PersistentVolumeClaim: loose', 'it has no better name'],
    ['unknown on the Node',      { onNode: ['kubernetes.io/nfs/x'] },                             '* Node with .status.volumesAttached entries not matching a PersistentVolume: kubernetes.io/nfs/x', 'it may belong to anybody'],
    ['unknown by attachment',    { attached: ['other'] },                                         '* VolumeAttachment with .spec.source.persistentVolumeName not matching a PersistentVolume: other', 'it may belong to anybody'],
    ['not of a CSI driver',      { onNode: [csi], volumes: [{ ...bound, nodeVolumeName: undefined }] }, `* Node with .status.volumesAttached entries not matching a PersistentVolume: ${csi}`, 'such a volume has no name on a Node'],
  ]
  for (const [name, given, line, because] of cases) {
    it(`${name}: ${line ?? 'nothing'}, because ${because}`, () => {
      assert.equal(waitsFor(given), line && `Volumes:\n${line}`)
    })
  }
})
