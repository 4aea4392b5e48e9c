import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Call, CommandError } from '../command.ts'
import { parsePort } from '../options/option-values.ts'

/** Where `sitrep up` listens, by the options that name it. */
export interface Ports {
  readonly port: number
  readonly 'dashboard-port': number
}

/** The ports to listen on, and those of the last time that are taken meanwhile. */
export interface ChosenPorts extends Ports {
  readonly givenUp: readonly number[]
  /** The file that keeps them, where it is there and holds something else. */
  readonly unreadable?: string
}

const fileName = 'ports.json'

/** The ports to listen on: the ones that were named, else those of the last time, else any. One that was named and is taken is an error. */
export async function choosePorts(data: string, call: Call): Promise<ChosenPorts> {
  const givenUp: number[] = []
  const { unreadable, ...last } = lastPorts(data)
  const choose = async (option: keyof Ports): Promise<number> => {
    const named = call.options[option] !== undefined
    const port = named ? parsePort(call, option, 0) : (last[option] ?? 0)
    if (port === 0 || (await isFree(port))) return port
    if (named)
      throw new CommandError(
        3,
        `Port ${port} is in use: name another with --${option}, or none for any free one`,
      )
    givenUp.push(port)
    return 0
  }
  const ports = { port: await choose('port'), 'dashboard-port': await choose('dashboard-port'), givenUp }
  return unreadable === undefined ? ports : { ...ports, unreadable }
}

/** Keeps the ports for the next start. */
export function rememberPorts(
  data: string,
  urls: { readonly server: string; readonly dashboard: string },
): void {
  const ports: Ports = { port: portOf(urls.server), 'dashboard-port': portOf(urls.dashboard) }
  writeFileSync(join(data, fileName), `${JSON.stringify(ports)}\n`, { mode: 0o600 })
}

const portOf = (url: string): number => Number(new URL(url).port)

// What it holds besides ports tells nothing.
function lastPorts(data: string): Partial<Ports> & Pick<ChosenPorts, 'unreadable'> {
  const file = join(data, fileName)
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const kept = Object.entries(read ?? {}).filter(
      ([name, port]) =>
        (name === 'port' || name === 'dashboard-port') && Number.isInteger(port) && port > 0 && port < 65_536,
    )
    return Object.fromEntries(kept)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    if (error instanceof SyntaxError || code !== undefined) return { unreadable: file }
    throw error
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw new CommandError(3, `Port ${port} cannot be used: ${(error as Error).message}`, { cause: error })
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
