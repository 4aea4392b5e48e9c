// Makes each package installable: JavaScript, declarations, source maps and the data files beside them.
import { cpSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildPage } from '../apps/dashboard/build.mjs'
import { runTsc } from './run-command.ts'
import { type Package, published, root } from './workspace.ts'

async function build({ short, folder }: Package): Promise<boolean> {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const { code, output } = await runTsc('-p', join(relative(root, folder), 'tsconfig.build.json'))
  cpSync(join(folder, 'src'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  if (short === 'dashboard') await buildPage()
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
