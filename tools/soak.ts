// Strains everything for long: all parts, or those named first on the command line, with their own options behind one.
import { parts } from './soak/parts.ts'

const [named, ...args] = process.argv.slice(2)
const chosen = named === undefined ? parts : parts.filter(({ name }) => name === named)
if (chosen.length === 0) {
  console.error(`There is no part "${named}". Parts:`)
  for (const { usage, summary } of parts) console.error(`  npm run soak -- ${usage}\n      ${summary}`)
  process.exit(2)
}
const held: boolean[] = []
for (const { name, run } of chosen) {
  console.log(`${name}:`)
  held.push(await run(args))
}
// Whatever a part left open must not keep the process.
process.exit(held.every((each) => each) ? 0 : 1)
