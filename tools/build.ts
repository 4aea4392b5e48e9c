// Makes each package installable: JavaScript, declarations, source maps and the data files beside them.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildPageWhenChanged } from '../apps/dashboard/build.mjs'
import { joinFiles } from './join-files.ts'
import { runTsc } from './run-command.ts'
import { type Package, published, root } from './workspace.ts'

// The page of the dashboard lies there too. It knows by itself what it was made of, and tests that run meanwhile read it.
function clear(dist: string): void {
  if (!existsSync(dist)) return
  for (const name of readdirSync(dist))
    if (!name.startsWith('page')) rmSync(join(dist, name), { recursive: true })
}

async function build(each: Package): Promise<boolean> {
  const { short, folder } = each
  clear(join(folder, 'dist'))
  const { code, output } = await runTsc('-p', join(relative(root, folder), 'tsconfig.build.json'))
  if (code === 0) await joinFiles(each)
  cpSync(join(folder, 'src'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  if (short === 'dashboard') await buildPageWhenChanged()
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} build of ${short}`)
  if (code !== 0) console.log(output.trimEnd())
  return code === 0
}

// One after the other: a package is compiled against the declarations of those it uses.
for (const each of published()) {
  if (await build(each)) continue
  process.exitCode = 1
  break
}
