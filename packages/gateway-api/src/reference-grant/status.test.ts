import { describeTable } from '@sitrep/conditions/testing'
import { grantAccepted } from './status.ts'

const from = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'shop' }
const to = { group: '', kind: 'Service', name: undefined }

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a ReferenceGrant:', { rules: grantAccepted, steady: { name: 'grant', from: [from], to: [to] } }, [
  ['well-formed', {},                                   'True Accepted', 'whether it matches anything does not count'],
  ['from nobody', { from: [] },                         'False Invalid', 'it permits nothing'],
  ['no place',    { from: [{ ...from, namespace: '' }] }, 'False Invalid', 'a namespace is part of who refers', 'Every entry of from needs a kind and a namespace'],
  ['to nothing',  { to: [] },                           'False Invalid', 'it permits nothing'],
])
