import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { at, list } from '@sitrep/status'
import { isClusterHappening } from '../cluster-api/scenario/types.ts'
import { namedScenarios } from './named.ts'

describe('Scenarios by name', () => {
  for (const { name, look, open } of namedScenarios)
    it(`${name} can be read, is called so, and creates what to look at`, () => {
      const scenario = open()
      assert.equal(scenario.name, name)
      const created = scenario.timeline.flatMap(({ happening }) => {
        if (isClusterHappening(happening) && happening.what === 'create') return [happening.cluster]
        const { gateway } = happening
        return happening.what === 'create-gateway' ? [gateway, ...list(at(gateway, 'routes'))] : []
      })
      assert.ok(look.length > 0)
      for (const { object, namespace } of look)
        assert.ok(
          created.some(
            (each) => at(each, 'namespace') === namespace && at(each, 'name') === object.split('/')[1],
          ),
          object,
        )
    })
})
