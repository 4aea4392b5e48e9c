// Uses the program in the root folder of the image as a container engine would start it: as nobody in particular, with that folder as
// all there is, without a shell, without a home, and without a place to write but where one is given.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../peers/child.ts'
import { imageNode, imageProgram, imageUser, makeImageRoot } from './image-root.ts'

/** How one check went. */
export interface Checked {
  readonly name: string
  /** What went wrong; nothing where all is well. */
  readonly problem?: string
}

const enter = ['/usr/sbin/chroot', '/usr/bin/chroot'].find((path) => existsSync(path))

/** Why the image's root cannot be used on this machine; nothing where it can. */
export function whyNoImageRoot(): string | undefined {
  if (process.platform !== 'linux') return 'it is a folder for Linux'
  if (enter === undefined) return 'there is no chroot'
  return process.getuid?.() === 0 ? undefined : 'only root can become another user'
}

const cluster = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name: 'one', namespace: 'default' },
  spec: {
    infrastructureRef: { apiGroup: 'infrastructure.cluster.x-k8s.io', kind: 'DevCluster', name: 'one' },
  },
}

/** Makes the root folder in `home` from an installed program and tries it. */
export async function useImageRoot(installed: string, home: string): Promise<readonly Checked[]> {
  const image = join(home, 'image')
  await makeImageRoot(installed, image)
  // The one folder that may be written, as a volume would be; and the objects to look at.
  mkdirSync(join(image, 'data'))
  writeFileSync(join(image, 'world.yaml'), JSON.stringify(cluster))
  makeReadOnly(image)
  chownSync(join(image, 'data'), imageUser, imageUser)
  chmodSync(join(image, 'data'), 0o700)
  const container = new Container(image)
  return [
    await checked('sitrep version', () => container.says(['version'], /^sitrep \d/)),
    await checked('sitrep crds', () => container.says(['crds', '-o', 'json'], /CustomResourceDefinition/)),
    await checked('sitrep status -f', () => container.says(['status', '-f', '/world.yaml'], /Cluster/)),
    await checked('sitrep run without a cluster', () => container.says(['run'], /No cluster is configured/)),
    await checked('nothing but /data can be written', async () => {
      for (const folder of ['/', '/tmp', '/sitrep']) await container.refusesToWrite(folder)
    }),
    await checked('sitrep run beside sitrep up', () => runs(container)),
  ]
}

async function checked(name: string, check: () => Promise<void>): Promise<Checked> {
  try {
    await check()
    return { name }
  } catch (error) {
    return { name, problem: error instanceof Error ? error.message : String(error) }
  }
}

class Container {
  readonly #image: string

  constructor(image: string) {
    this.#image = image
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    const user = `--userspec=${imageUser}:${imageUser}`
    return spawn(enter ?? '', [user, this.#image, imageNode, ...args], {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  sitrep(args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess {
    return this.start([imageProgram, ...args], env)
  }

  async says(args: readonly string[], expected: RegExp): Promise<void> {
    const text = await output(this.sitrep(args))
    if (!expected.test(text)) throw new Error(`sitrep ${args.join(' ')} said: ${text.slice(0, 500)}`)
  }

  async refusesToWrite(folder: string): Promise<void> {
    const attempt = `try { fs.writeFileSync('${folder}/x', ''); console.log('written') } catch (e) { console.log(e.code) }`
    const said = (await output(this.start(['-e', attempt]))).trim()
    if (said !== 'EACCES') throw new Error(`writing to ${folder}: ${said}`)
  }

  has(path: string): boolean {
    return existsSync(join(this.#image, path))
  }
}

async function runs(container: Container): Promise<void> {
  const [port = 0] = await freePorts(1)
  const token = 'a-token'
  const up = container.sitrep(['up', '--data', '/data', '--scenario', 'none'])
  const children = [up]
  try {
    await until(() => container.has('data/kubeconfig'), up)
    const address = ['--metrics-host', '0.0.0.0', '--metrics-port', String(port)]
    const run = container.sitrep(['run', '--kubeconfig', '/data/kubeconfig', ...address], {
      SITREP_API_TOKEN: token,
    })
    children.push(run)
    await until(async () => (await answered(port, '/readyz')) === 200, run)
    const authorization = `Bearer ${token}`
    const codes = [
      await answered(port, '/healthz'),
      await answered(port, '/metrics'),
      await answered(port, '/metrics', { authorization }),
    ]
    if (codes.join() !== '200,401,200')
      throw new Error(`healthz, metrics without and with the token: ${codes.join()}`)
  } finally {
    for (const child of children.toReversed()) await stopped(child)
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  const ended =
    child.exitCode ?? new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  child.kill('SIGTERM')
  const code = await Promise.race([ended, sleep(20_000, 'never', { ref: false })])
  if (code === 'never') child.kill('SIGKILL')
  if (code !== 0) throw new Error(`it ended with ${code} when it was asked to stop`)
}

async function until(holds: () => boolean | Promise<boolean>, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 60_000
  // A program that could not even be started has no exit code; that it is not ready says it.
  const said = output(child).catch(String)
  while (!(await holds())) {
    if (child.exitCode !== null)
      throw new Error(`it ended with ${child.exitCode}: ${(await said).slice(0, 500)}`)
    if (performance.now() > deadline) throw new Error('it was not ready after a minute')
    await sleep(50)
  }
}

async function answered(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  try {
    return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function output(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}

function makeReadOnly(path: string): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  chmodSync(path, (entry.mode & 0o111) !== 0 ? 0o555 : 0o444)
  if (entry.isDirectory()) for (const name of readdirSync(path)) makeReadOnly(join(path, name))
}
