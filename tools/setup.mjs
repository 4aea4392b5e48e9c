// Makes sure that what package-lock.json asks for is installed, and that the dashboard's page is built. Plain JavaScript, and nothing newer than Node 20, because it
// runs before anything else does.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.sitrep-installed')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

/** The stamp is written last, so an installation that was cut short is done again. */
function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** The Node that the npm package `node` brings; without its install script there is none. */
function hasOwnNode() {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(own) && spawnSync(own, ['--version']).status === 0
}

function run(...args) {
  const npm = process.env.npm_execpath
  const [command, prefix] = npm ? [process.execPath, [npm]] : ['npm', []]
  return (
    spawnSync(command, [...prefix, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
      .status === 0
  )
}

if (!isInstalled()) {
  console.log('Installing dependencies (npm ci)')
  if (!run('ci', '--no-audit', '--no-fund', '--loglevel=error')) {
    console.error(
      'npm ci failed; see above. Node 20 or newer, npm and a reachable package registry are needed.',
    )
    process.exit(1)
  }
  // Some versions of npm leave install scripts out until they are approved.
  if (!hasOwnNode() && !(run('rebuild', 'node', '--foreground-scripts') && hasOwnNode())) {
    console.error('The npm package "node" could not be set up; run "npm rebuild node" to see why.')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

// Imported only now: it needs what was installed.
const { buildPageWhenChanged } = await import('../apps/dashboard/build.mjs')
await buildPageWhenChanged()
