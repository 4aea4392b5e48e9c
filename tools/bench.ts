// Measures everything that design promises a number for: all benches, or those named on the command line, by package or by their own name. Each bench runs
// in a process of its own, so that no one pays for another's memory. Prints a table, then one JSON object a line.
// `--small` lets those that take minutes measure a smaller world; any other size goes by the name that the bench has for it.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Figures, recordResult } from './proof/record.ts'
import { root } from './workspace.ts'

interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The part of docs/proof.md that it belongs to. */
  readonly part: string
  /** What the genuine system needs for the same, measured in the same run. */
  readonly peer?: number
  readonly ratio?: number
}

const runner = `
const { bench } = await import(process.argv[1])
for (const row of await bench(process.argv[2])) console.log('row ' + JSON.stringify(row))
`

const size = process.argv.find((argument) => argument.startsWith('--'))?.slice(2) ?? 'full'

function rowsOf(file: string): readonly BenchRow[] {
  const flags = [
    '--expose-gc',
    '--max-old-space-size=8192',
    '--conditions=@sitrep/source',
    '--input-type=module',
    '-e',
    runner,
  ]
  const { stdout, status } = spawnSync(
    process.execPath,
    [...flags, pathToFileURL(join(root, file)).href, size],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 1 << 28,
    },
  )
  if (status !== 0) {
    console.error(`${file} failed`)
    process.exitCode = 1
  }
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('row '))
    .map((line) => ({ ...JSON.parse(line.slice('row '.length)), part: partOf(file) }))
}

function partOf(file: string): string {
  const name = basename(file, '.bench.ts')
  return size === 'full' ? name : `${name}, ${size}`
}

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const patterns =
  named.length > 0
    ? named.map((name) => `{packages,apps}/{${name}/bench/*,*/bench/${name}}.bench.ts`)
    : ['{packages,apps}/*/bench/*.bench.ts']
const rows = patterns
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .sort()
  .flatMap(rowsOf)
const width = Math.max(...rows.map(({ name }) => name.length), 4)
for (const { name, value, unit, peer, ratio } of rows) {
  const beside =
    peer === undefined
      ? ''
      : `   peer ${short(peer)} ${unit}${ratio === undefined ? '' : `, ${short(ratio)}×`}`
  console.log(`${name.padEnd(width)}  ${short(value).padStart(10)} ${unit}${beside}`)
}
for (const { part: _part, ...row } of rows) console.log(JSON.stringify(row))
if (process.env.SITREP_RECORD === 'yes')
  for (const [part, measured] of Map.groupBy(rows, (row) => row.part))
    recordResult(part, figuresOf(measured, 'value'), figuresOf(measured, 'peer'))

function figuresOf(measured: readonly BenchRow[], of: 'value' | 'peer'): Figures {
  return Object.fromEntries(
    measured.flatMap(({ name, unit, [of]: value }) =>
      value === undefined ? [] : [[`${name}, ${unit}`, Number(short(value))]],
    ),
  )
}
