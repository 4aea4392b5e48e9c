// Starts the built program as its launcher does in a package: in the workspace the launcher would run the sources.
import module from 'node:module'
import { join } from 'node:path'

module.enableCompileCache?.(join(process.env.HOME, '.cache', 'sitrep', 'compiled'))
const { main } = await import('../dist/main.js')
await main(process.argv.slice(2))
