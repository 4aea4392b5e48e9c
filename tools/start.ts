// What `npm start` does until `sitrep up` exists: it says what is there, and pretends nothing.
import { packages } from './workspace.ts'

console.log('Sitrep: is it ready, and if not, why?\n')
console.log('There is no program to start yet. These packages are here, each with a README:\n')
for (const { manifest, short } of packages()) {
  console.log(`  packages/${short.padEnd(12)} ${(manifest as { description?: string }).description ?? ''}`)
}
console.log('\nnpm test runs everything that is known about them; npm run bench measures them.')
