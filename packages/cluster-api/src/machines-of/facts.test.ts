import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aggregate, type ConditionedObject } from '@sitrep/conditions'
import { labels } from '../kinds.ts'
import { isControlPlaneMachine } from './facts.ts'

/** Objects from lines `Kind/name Status message`; `CP` gives one the label of the control plane. */
function reporting(...lines: readonly string[]): readonly ConditionedObject[] {
  return lines.map((line) => {
    const [, mark, kind = '', name = '', status, message = ''] =
      /^(CP )?(\w+)\/(\w+) (False|Unknown) (.*)$/.exec(line) ?? []
    const condition = { type: 'A', status: status as 'False' | 'Unknown', reason: 'R', message }
    return { kind, name, labels: mark ? { [labels.controlPlane]: 'any' } : {}, conditions: [condition] }
  })
}

type Case = [name: string, given: string[], lines: string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['message first',            ['Machine/a False x', 'Machine/b False x', 'CP Machine/z Unknown y'], ['* Machine z: y', '* Machines a, b: x'],   'what concerns the control plane comes before all else'],
  ['name first',               ['Machine/a False x', 'CP Machine/z False x'],                        ['* Machines z, a: x'],                     'and so does its name'],
  ['the name on another kind', ['CP Machine/m9 False x', 'Node/m9 False y', 'Node/m1 False y'],      ['* Machine m9: x', '* Nodes m9, m1: y'],   'names alone are compared, whatever the kind'],
  ['label on another kind',    ['CP Foo/z Unknown y', 'Foo/a False x'],                              ['* Foo a: x', '* Foo z: y'],               'only Machines are of the control plane'],
]

describe('an aggregate of Machines', () => {
  for (const [name, given, lines, because] of cases) {
    it(`${name}: ${JSON.stringify(lines)}, because ${because}`, () => {
      const { condition } = aggregate(reporting(...given), 'A', { first: isControlPlaneMachine })
      assert.equal(condition.message, lines.join('\n'))
    })
  }
})
