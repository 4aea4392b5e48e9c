// Loaded before every test file: properties draw the same values in every run, so that a change is judged by what it changes. SITREP_SEED
// explores others: a number, or `random`.
import fc from 'fast-check'

const wanted = process.env.SITREP_SEED ?? '20260101'
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) })
