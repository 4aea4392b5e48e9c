import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layTable, plainLine } from './table.ts'

const table = {
  columns: ['Name', 'Node', 'Ready', 'Age'],
  rows: [
    ['machine-one', 'node-of-machine-one', 'True', '4m2s'].map((text) => ({
      text,
      meaning: 'plain' as const,
    })),
  ],
}

type Case = [width: number, shows: string, because: string]
const cases: Case[] = [
  [60, 'NAME          NODE                  READY   AGE', 'there is room for all'],
  [44, 'NAME          NODE              READY   AGE', 'the widest gives way as long as it can be recognised'],
  [26, 'NAME          READY   AGE', 'what can be done without goes before the age'],
]

describe('A table that is wider than the terminal', () => {
  for (const [width, shows, because] of cases)
    it(`shows ${shows} in ${width} columns, because ${because}`, () => {
      const [heading = [], row = []] = layTable(table, { width, firm: 1, dispensable: [1] })
      assert.equal(plainLine(heading), shows)
      assert.match(plainLine(row), /4m2s$/)
    })
})
