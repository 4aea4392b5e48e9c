const newline = 0x0a

/** Splits a stream of chunks into lines without copying what arrives whole. Empty lines are left out. */
export async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
    const found: Buffer[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const part = chunk.subarray(start, end)
      found.push(rest.length === 0 ? part : Buffer.concat([...rest, part]))
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
    const whole = found.filter((line) => line.length > 0)
    if (whole.length > 0) yield whole
  }
}
