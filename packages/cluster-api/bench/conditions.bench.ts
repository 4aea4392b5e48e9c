import { findGenuine, measureGenuine } from '../peers/genuine.ts'
import { benchCases } from './condition-operations.ts'
import { measure } from './measure.ts'

/** One line of `npm run bench`. */
export interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The same for the genuine Go library, where it was built. */
  readonly peer?: number
  /** How many times ours the genuine one takes. */
  readonly ratio?: number
}

/** Measures every operation: its time, and what it allocates. */
export async function bench(): Promise<readonly BenchRow[]> {
  const program = findGenuine()
  const genuine = program === undefined ? undefined : await measureGenuine(program)
  return [...benchCases()].flatMap(([name, operation]) => {
    const { nanoseconds, bytes } = measure(operation)
    const peer = genuine?.get(name)
    return [
      row({
        name: `conditions: ${name}`,
        value: nanoseconds / 1000,
        unit: 'µs',
        peer: peer && peer.ns / 1000,
      }),
      row({ name: `conditions: ${name}, allocated`, value: bytes, unit: 'B', peer: peer?.bytes }),
    ]
  })
}

function row({
  name,
  value,
  unit,
  peer,
}: Omit<BenchRow, 'peer'> & { readonly peer: number | undefined }): BenchRow {
  const measured = { name, value: rounded(value), unit }
  if (peer === undefined || value === 0) return measured
  return { ...measured, peer: rounded(peer), ratio: rounded(peer / value) }
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
