/** The crash test at length: `node --conditions=@sitrep/source packages/api-server/clients/crash/long.ts [kills] [seed]`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashLoop } from './crash-loop.ts'

const [kills = '50', seed = '1'] = process.argv.slice(2)
const data = mkdtempSync(join(tmpdir(), 'crash-'))
try {
  const report = await crashLoop({ data, kills: Number(kills), writers: 6, seed: Number(seed) })
  console.log(
    `${report.kills} kills, ${report.acknowledged} acknowledged writes, ${report.events} events: nothing lost, nothing repeated`,
  )
  // Whatever is lost or repeated ends the loop with an error before this.
  const tell = (name: string, value: number): void => console.log(JSON.stringify({ name, value }))
  tell('kill -9 of the server', report.kills)
  tell('acknowledged writes', report.acknowledged)
  tell('of them lost or repeated', 0)
} finally {
  rmSync(data, { recursive: true, force: true })
}
