import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startChild } from './child.ts'

/** How much went through, and how long the slowest hundredth took. */
export interface Load {
  readonly requestsPerSecond: number
  readonly p99Ms: number
}

const connections = 32

/** Plain GETs on connections that stay open, by wrk where it is installed, else by a client of our own. */
export async function measureLoad(port: string, seconds: number): Promise<Load> {
  const url = `http://127.0.0.1:${port}/`
  const run = promisify(execFile)
  const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--latency', url]
  const said = await run('wrk', args).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (said !== undefined) return parseWrk(said.stdout)
  const client = await startChild('load-client.ts', port, String(connections), String(seconds))
  await client.end()
  return JSON.parse(client.said) as Load
}

const inMs: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 }

function parseWrk(text: string): Load {
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]
  const [, value, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? []
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1]
  if (rate === undefined || value === undefined || failed !== undefined)
    throw new Error(`wrk did not measure what it should: ${text}`)
  return { requestsPerSecond: Number(rate), p99Ms: Number(value) * (inMs[unit] ?? 1) }
}
