import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isClusterHappening } from '../cluster-api/scenario/types.ts'
import { namedScenarios } from './named.ts'

describe('Scenarios by name', () => {
  for (const { name, look, open } of namedScenarios)
    it(`${name} can be read, is called so, and creates what to look at`, () => {
      const scenario = open()
      assert.equal(scenario.name, name)
      const created = scenario.timeline.flatMap(({ happening }) =>
        isClusterHappening(happening) && happening.what === 'create'
          ? [`${happening.cluster.namespace}/${happening.cluster.name}`]
          : [],
      )
      assert.ok(look.length > 0)
      for (const { object, namespace } of look)
        assert.ok(created.includes(`${namespace}/${object.split('/')[1]}`), object)
    })
})
