#!/usr/bin/env node
// Starts Sitrep on a Node that can run it. Plain JavaScript and nothing newer than Node 18, because any Node may get here first.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const oldest = 24
const here = dirname(fileURLToPath(import.meta.url))
const built = join(here, '..', 'dist', 'main.js')
const source = join(here, '..', 'src', 'main.ts')
// In the workspace the sources are the program; a package holds what was built from them.
const inWorkspace = existsSync(join(here, '..', '..', '..', 'tools', 'workspace.ts'))

/** A Node that came with the dependencies, where there is one. */
function ownNode() {
  try {
    return module.createRequire(import.meta.url).resolve('node/bin/node')
  } catch {
    return undefined
  }
}

// What was compiled is kept with the person, not among everybody's temporary files: who comes first there could keep others out, or
// leave them something to run.
const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env
const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, '.cache'))

const major = Number(process.versions.node.split('.')[0])
const condition = '@sitrep/source'
const restarted = process.env.SITREP_LAUNCHED === 'yes'

if (major < oldest) {
  const node = ownNode()
  if (node === undefined || restarted) {
    console.error(
      `sitrep needs Node ${oldest} or newer, and this is Node ${process.versions.node}. Install a newer Node, or run npm ci in the repository.`,
    )
    process.exit(3)
  }
  const { spawn } = await import('node:child_process')
  const env = { ...process.env, SITREP_LAUNCHED: 'yes' }
  let child
  // Whoever stops the launcher means the program. Ctrl-C on a terminal reaches both, and the program takes two that come together for one.
  // Listened to before there is a program: one that starts at that moment would be left behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal))
  child = spawn(node, [process.argv[1], ...process.argv.slice(2)], { stdio: 'inherit', env })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
} else {
  // What `--conditions` would do, without a second process that is given it: that costs a whole start of Node.
  if (inWorkspace && !process.execArgv.includes(`--conditions=${condition}`))
    module.registerHooks({
      resolve: (specifier, context, next) =>
        next(specifier, { ...context, conditions: [condition, ...context.conditions] }),
    })
  if (caches) module.enableCompileCache?.(join(caches, 'sitrep', 'compiled'))
  const { main } = await import(pathToFileURL(inWorkspace ? source : built).href)
  await main(process.argv.slice(2))
}
