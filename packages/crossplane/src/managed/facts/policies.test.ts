import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PolicyFields } from '../types.ts'
import { policiesOf } from './policies.ts'

const enabled = (managementPolicies: string[], deletionPolicy?: string): PolicyFields => ({
  enabled: true,
  managementPolicies,
  deletionPolicy: deletionPolicy === undefined ? undefined : { value: deletionPolicy },
})
const disabled = (managementPolicies: string[], deletionPolicy?: string): PolicyFields => ({
  ...enabled(managementPolicies, deletionPolicy),
  enabled: false,
})

function allowed(given: PolicyFields): string {
  const { paused, problem, onlyObserve, create, update, lateInitialize, delete: deletes } = policiesOf(given)
  if (paused) return 'paused'
  if (problem !== undefined) return problem
  if (onlyObserve) return `only observe${deletes ? ', delete' : ''}`
  const may = { create, update, lateInitialize, delete: deletes }
  return (
    Object.entries(may)
      .flatMap(([action, is]) => (is ? [action] : []))
      .join(', ') || 'nothing'
  )
}

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: [given: PolicyFields, may: string, because: string][] = [
  [enabled(['*']),                           'create, update, lateInitialize, delete', 'a star is everything'],
  [enabled([]),                              'paused',                                 'nothing is allowed'],
  [disabled([]),                             'create, update, lateInitialize, delete', 'the policies are not looked at'],
  [disabled(['*']),                          'create, update, lateInitialize, delete', 'the default may be written down'],
  [disabled(['Observe']),                    '`spec.managementPolicies` is set to a non-default value but the feature is not enabled: [Observe]', 'a user must not believe that it is only observed'],
  [enabled(['Observe', 'Observe']),          'only observe',                           'policies are a set'],
  [enabled(['Observe', 'Create', 'Delete']), 'create, delete',                         'just what is named'],
  [enabled(['Observe', 'LateInitialize']),   'lateInitialize',                         'import without a change outside'],
  [enabled(['Delete']),                      '`spec.managementPolicies` is set to a value([Delete]) which is not supported. Check docs for supported policies', 'nothing can be deleted that is not observed'],
  [enabled(['Update', '*']),                 '`spec.managementPolicies` is set to a value([* Update]) which is not supported. Check docs for supported policies', 'the star already says it; the names are sorted'],
  [enabled(['*'], 'Delete'),                 'create, update, lateInitialize, delete', 'both say delete'],
  [enabled(['*'], 'Orphan'),                 'create, update, lateInitialize',         'the one that was changed is obeyed'],
  [enabled(['*'], ''),                       'create, update, lateInitialize',         'no deletion policy is not Delete'],
  [enabled(['Observe', 'Delete'], 'Orphan'), 'delete',                                 'the one that was changed is obeyed'],
  [enabled(['Observe'], 'Delete'),           'only observe',                           'the one that was changed is obeyed'],
  [disabled(['*'], 'Orphan'),                'create, update, lateInitialize',         'only the deletion policy counts'],
  [disabled(['*'], ''),                      'create, update, lateInitialize, delete', 'only Orphan keeps'],
]

describe('management policies', () => {
  for (const [given, may, because] of cases) {
    const { managementPolicies, deletionPolicy } = given
    const name = `${given.enabled ? '' : 'off '}[${managementPolicies}] ${deletionPolicy?.value ?? ''}`
    it(`${name}: ${may}, because ${because}`, () => assert.equal(allowed(given), may))
  }
})
