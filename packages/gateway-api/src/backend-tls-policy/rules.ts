import { type ConditionRules, False, oneOf, otherwise, type Source, True, Unknown } from '@sitrep/conditions'
import { namesText } from '../model/names.ts'
import { faultSources } from '../references/facts.ts'
import type { PolicyFacts } from './facts.ts'

type Facts = PolicyFacts

const texts = (f: Facts): string => namesText(f.authorities.faults.map(({ message }) => message))
const ends = (f: Facts): readonly Source[] => faultSources(f.authorities.faults)
const own =
  (condition: string) =>
  (f: Facts): readonly Source[] => [{ at: f.at, condition }]
const noAuthority = (f: Facts): boolean =>
  f.wellKnownAuthorities === undefined &&
  f.authorities.sound.length === 0 &&
  f.authorities.unreadable.length === 0
const unread = (f: Facts): readonly string[] => [...f.unreadable, ...f.authorities.unreadable]

// biome-ignore format: the table is the specification; its columns stay aligned
export const policyAccepted: ConditionRules<Facts> = {
  type: 'Accepted',
  rows: [
    ['none of its targets exists',                     (f) => f.missingTargets.length === f.targets,        False('TargetNotFound', (f) => `Not found: ${namesText(f.missingTargets)}`),                        [{ field: 'spec.targetRefs' }]],
    ['older policies have all of its targets',         (f) => f.lostTo.length > 0,                          False('Conflicted', (f) => `Older policies are about the same: ${namesText(f.lostTo)}`),             [{ field: 'spec.targetRefs' }]],
    ['it names well-known authorities of another sort', (f) => f.wellKnownAuthorities !== undefined && f.wellKnownAuthorities !== 'System', False('Invalid', (f) => `The well-known authorities ${f.wellKnownAuthorities} are not supported`), [{ field: 'spec.validation.wellKnownCACertificates' }]],
    ['it has no authority that can be used',           noAuthority,                                         False('NoValidCACertificate', (f) => (f.authorities.faults.length === 0 ? 'The policy names no authority' : texts(f))), own('ResolvedRefs')],
    ['what it refers to cannot be read',               (f) => unread(f).length > 0,                         Unknown('Pending', (f) => `Not everything could be read: ${namesText(unread(f))}`)],
    ['otherwise',                                      otherwise,                                           True('Accepted')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const policyResolvedRefs: ConditionRules<Facts> = {
  type: 'ResolvedRefs',
  rows: [
    ['an authority cannot be used',      (f) => f.authorities.faults.length > 0,       False(oneOf(['InvalidKind', 'InvalidCACertificateRef'], (f) => (f.authorities.faults.some(({ reason }) => reason === 'InvalidKind') ? 'InvalidKind' : 'InvalidCACertificateRef')), texts), ends],
    ['an authority cannot be read',      (f) => f.authorities.unreadable.length > 0,   Unknown('Pending', (f) => `Not everything could be read: ${namesText(f.authorities.unreadable)}`)],
    ['otherwise',                        otherwise,                                    True('ResolvedRefs')],
  ],
}
