// Sitrep with one more family: every command knows deliveries too.
import { builtInFamilies, main } from 'sitrep'
import { deliveryFamily } from '../src/family.ts'

await main(process.argv.slice(2), { families: [...builtInFamilies, deliveryFamily] })
