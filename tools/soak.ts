// Runs what takes too long for every day: all parts, or those named on the command line. A part is a file `<name>.soak.ts` in the folder
// `soak` of a package or app; it runs in a process of its own, prints what it measured and ends with an error when it found something.
// What follows `--` on the command line after the names goes to the parts: `npm run soak -- fuzz -- --seed 7`.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { root } from './workspace.ts'

const [named, passed] = splitArguments(process.argv.slice(2))
const parts = new Map(
  globSync('{packages,apps}/*/soak/*.soak.ts', { cwd: root })
    .sort()
    .map((file) => [basename(file, '.soak.ts'), file]),
)
const unknown = named.filter((name) => !parts.has(name))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${[...parts.keys()].join(', ')}`)
  process.exit(2)
}

for (const name of named.length > 0 ? named : parts.keys()) {
  console.log(`soak ${name}`)
  const { status } = spawnSync(
    process.execPath,
    ['--expose-gc', '--conditions=@sitrep/source', parts.get(name) ?? '', ...passed],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) process.exitCode = 1
}

function splitArguments(all: readonly string[]): readonly [string[], string[]] {
  const end = all.indexOf('--')
  return end < 0 ? [[...all], []] : [all.slice(0, end), all.slice(end + 1)]
}
