/** A field of a message that a test sends: numbers as varints, texts, and messages within. */
export type Field = readonly [number: number, value: bigint | string | Buffer]

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  for (let left = value; ; left >>= 7n) {
    const [byte, more] = [Number(left & 0x7fn), left > 0x7fn]
    bytes.push(more ? byte | 0x80 : byte)
    if (!more) return Buffer.from(bytes)
  }
}

export function message(...fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'bigint') return [varint(BigInt(number) << 3n), varint(value)]
      const bytes = Buffer.from(value)
      return [varint((BigInt(number) << 3n) | 2n), varint(BigInt(bytes.length)), bytes]
    }),
  )
}

/** What etcd says before anything else in each of its answers. */
const header: Field = [1, message([1, 14841639068965178418n], [2, 10276657743932975437n], [4, 7n])]

export const status = (leader: bigint): Buffer => message(header, [2, '3.7.0'], [3, 20480n], [4, leader])

export const members = (...list: readonly Buffer[]): Buffer =>
  message(header, ...list.map((member): Field => [2, member]))

export const member = (id: bigint, name: string, learner?: 'learner'): Buffer =>
  message(
    [1, id],
    ...(name === '' ? [] : [[2, name] satisfies Field]),
    [3, `https://${name}:2380`],
    [4, `https://${name}:2379`],
    ...(learner === undefined ? [] : [[5, 1n] satisfies Field]),
  )

export const alarms = (...list: readonly (readonly [id: bigint, alarm: bigint])[]): Buffer =>
  message(header, ...list.map(([id, alarm]): Field => [2, message([1, id], [2, alarm])]))
