import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse, parseDocument } from 'yaml'
import { kubernetesYaml } from './kubernetes-yaml.ts'

type Case = [written: string, read: unknown, because: string]

// What kubectl 1.36 makes of the same value.
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['22:22',        '22:22',      'base 60 is not read'],
  ['190:20:30.15', '190:20:30.15', 'base 60 is not read'],
  ['2026-01-01',   '2026-01-01', 'times are texts'],
  ['e2',           'e2',         'a number has digits in front'],
  ['.e5',          '.e5',        'a number has digits in front'],
  ['.',            '.',          'a number has digits'],
  ['-.',           '-.',         'a number has digits'],
  ['+',            '+',          'a number has digits'],
  ['0o14',         12,           'octal, as Go spells it'],
  ['0o9',          '0o9',        'no octal digit'],
  ['014',          12,           'octal, as YAML 1.1 spells it'],
  ['012_3',        83,           'underscores divide digits'],
  ['08',           8,            'no octal number, so decimal'],
  ['09.5',         9.5,          'decimal'],
  ['0',            0,            'zero'],
  ['-0',           0,            'JSON has one zero'],
  ['0_',           0,            'underscores divide digits'],
  ['_1',           '_1',         'it begins with no digit'],
  ['1_000',        1000,         'underscores divide digits'],
  ['-0x1F',        -31,          'hexadecimal'],
  ['0x',           '0x',         'no digit follows'],
  ['0xg',          '0xg',        'no hexadecimal digit'],
  ['0b11',         3,            'binary'],
  ['0b2',          '0b2',        'no binary digit'],
  ['+1',           1,            'a sign may stand in front'],
  ['1e3',          1000,         'a power of ten'],
  ['1_e3',         1000,         'underscores divide digits'],
  ['1.e+3',        1000,         'no digit need follow the point'],
  ['.5e-3',        0.0005,       'no digit need stand before the point'],
  ['1e400',        '1e400',      'no number is so large'],
  ['1e+',          '1e+',        'the power is missing'],
  ['Inf',          'Inf',        'a word'],
  ['yes',          true,         'YAML 1.1'],
  ['N',            false,        'YAML 1.1'],
  ['tRue',         'tRue',       'three spellings, not all'],
  ['~',            null,         'nothing'],
  ['"12"',         '12',         'quotes make a text'],
  ['!!str 12',     '12',         'it says so'],
  ['!!int "12"',   12,           'it says so'],
]

describe('YAML as kubectl reads it', () => {
  for (const [written, read, because] of cases)
    it(`${written} is ${JSON.stringify(read)}, because ${because}`, () => {
      assert.deepEqual(parse(`v: ${written}`, kubernetesYaml).v, read)
    })

  for (const written of ['.inf', '-.Inf', '.NaN'])
    it(`${written} is refused, because JSON cannot say it`, () => {
      assert.match(parseDocument(`v: ${written}`, kubernetesYaml).errors[0]?.message ?? '', /no such number/)
    })
})
