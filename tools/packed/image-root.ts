// Puts the root folder of the image together: Node, the libraries that it loads, the installed program, and nothing else.
// Run directly, as the Containerfile does, it packs and installs the built packages first: node tools/packed/image-root.ts FOLDER
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runCommand } from '../run-command.ts'
import { published } from '../workspace.ts'
import { pack } from './pack.ts'

/** Nobody in particular; the manifests name the same. */
export const imageUser = 65532
export const imageNode = '/usr/local/bin/node'
export const imageProgram = '/sitrep/node_modules/sitrep/bin/sitrep.mjs'

/** Makes the folder out of an installed program: a folder on the same disk whose `node_modules` is taken over, being tens of thousands of files. */
export async function makeImageRoot(installed: string, into: string): Promise<void> {
  for (const folder of ['etc', 'tmp', 'sitrep', 'usr/local/bin'])
    mkdirSync(join(into, folder), { recursive: true })
  renameSync(join(installed, 'node_modules'), join(into, 'sitrep', 'node_modules'))
  cpSync(process.execPath, join(into, imageNode), { dereference: true })
  for (const library of await librariesOf(process.execPath)) {
    mkdirSync(dirname(join(into, library)), { recursive: true })
    cpSync(realpathSync(library), join(into, library))
  }
  writeFileSync(join(into, 'etc', 'passwd'), `nonroot:x:${imageUser}:${imageUser}::/tmp:/nonexistent\n`)
  writeFileSync(join(into, 'etc', 'group'), `nonroot:x:${imageUser}:\n`)
  writeFileSync(join(into, 'etc', 'nsswitch.conf'), 'hosts: files dns\n')
}

async function librariesOf(program: string): Promise<readonly string[]> {
  const { code, output } = await runCommand('ldd', [program])
  if (code !== 0) throw new Error(`ldd ${program} failed\n${output}`)
  return [...output.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path)
}

async function installPacked(into: string): Promise<void> {
  const tarballs = await pack(published(), into)
  writeFileSync(join(into, 'package.json'), JSON.stringify({ name: 'image', private: true }))
  const flags = ['--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts']
  const { code, output } = await runCommand('npm', ['install', ...flags, ...tarballs], { cwd: into })
  if (code !== 0) throw new Error(`npm install failed\n${output}`)
}

if (import.meta.main) {
  const [into] = process.argv.slice(2)
  if (into === undefined) throw new Error('Name the folder: node tools/packed/image-root.ts FOLDER')
  const aside = mkdtempSync(`${resolve(into)}-`)
  await installPacked(aside)
  await makeImageRoot(aside, into)
  rmSync(aside, { recursive: true, force: true })
}
