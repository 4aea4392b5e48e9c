import {
  type Explained,
  firstCauses,
  type Gravity,
  gravities,
  gravityOf,
  isCertain,
  isHeld,
  isTrouble,
  type Weighing,
} from '@sitrep/present'
import { formatRef, parseAddress } from '@sitrep/status'
import { knowledgeOf } from '@sitrep/verdict'
import { CommandError } from '../command.ts'
import { suggestion } from '../suggestion.ts'
import type { Subject } from './open-subject.ts'

/** What stands for a whole object, the most telling first, before what is known of its kind. */
export const speakingTypes: readonly string[] = ['Available', 'Ready', 'Programmed', 'Accepted', 'Synced']

/** What is to be explained, and what stands for the object where that is well and something else is not. */
export interface Chosen {
  readonly explained: Explained
  readonly whole?: Explained
  /** It is well, and something that it rests on is not. */
  readonly despite?: true
}

interface Choosing extends Weighing {
  /** The condition that was named. */
  readonly named: string | undefined
}

/** The condition that was named, else the one that tells most; nothing where no rule decides anything. */
export async function chooseExplanation(subject: Subject, choosing: Choosing): Promise<Chosen | undefined> {
  const explained = await chosenFrom(subject, choosing)
  if (explained === undefined || choosing.named !== undefined || isTrouble(explained))
    return explained && { explained }
  // What stands for an object may be well while something about it is stuck, or about what it rests on.
  const others = (await explainedAt(subject, subject.types)).filter(
    (each) => isTrouble(each) || isHeld(each, choosing),
  )
  const stuck = others
    .map((each) => ({ each, gravity: gravest(each, choosing) }))
    .filter(({ gravity }) => gravity !== 'underway')
    .toSorted((a, b) => gravities.indexOf(a.gravity) - gravities.indexOf(b.gravity))
  const [worst] = stuck
  if (worst !== undefined) return { explained: worst.each, whole: explained }
  const [first] = firstCauses(explained, choosing)
  return first === undefined || gravityOf(first, choosing) === 'underway'
    ? { explained }
    : { explained, despite: true }
}

const gravest = (explained: Explained, weighing: Weighing): Gravity => {
  const [first = explained] = firstCauses(explained, weighing)
  return gravityOf(first, weighing)
}

async function chosenFrom(subject: Subject, { named }: Choosing): Promise<Explained | undefined> {
  if (named !== undefined) {
    const addresses = addressesOf(subject, named)
    const worst = worstOf(await explainedAt(subject, addresses))
    if (worst !== undefined && isTrouble(worst)) return worst
    const found = (await missedOf(subject, addresses)) ?? worst
    if (found !== undefined || subject.types.length === 0) return found
    throw new CommandError(
      1,
      `${formatRef(subject.ref)} has no condition ${addresses.join(', ')}; it has ${subject.types.join(', ')}`,
    )
  }
  const [whole] = await explainedAt(subject, speaking(subject))
  const hasEntries = [...subject.types, ...subject.unanswered].some(isOfEntry)
  // No entry speaks for the others, and the whole may be well without one of them: whichever is in trouble is worth explaining.
  if (whole !== undefined && (!hasEntries || (isTrouble(whole) && isCertain(whole)))) return whole
  const all = await explainedAt(subject, subject.types)
  const worst = worstOf(whole === undefined ? all : [whole, ...all])
  if (worst !== undefined && isTrouble(worst) && isCertain(worst)) return worst
  return (await missedOf(subject, subject.unanswered)) ?? worst
}

const isOfEntry = (address: string): boolean => parseAddress(address).at !== undefined

// Those that stand for the whole object, the most telling first.
function speaking({ types, reported, families }: Subject): readonly string[] {
  const tells = knowledgeOf(reported, families).flatMap((each) => each.tells ?? [])
  return [...speakingTypes, ...tells, 'Paused'].flatMap((type) =>
    types.filter((address) => address.toLowerCase() === type.toLowerCase()),
  )
}

// One address, or a bare type in every entry that has it.
function addressesOf({ ref, types, unanswered }: Subject, wanted: string): readonly string[] {
  const all = [...types, ...unanswered]
  const meant = meantBy(wanted, all)
  if (meant.length > 0 || all.length === 0) return meant
  const near = suggestion(wanted, all)
  const hint = near === undefined ? `it has ${all.join(', ')}` : `did you mean ${near}?`
  throw new CommandError(1, `${formatRef(ref)} has no condition ${wanted}; ${hint}`)
}

function meantBy(wanted: string, all: readonly string[]): readonly string[] {
  const same = (a: string): boolean => a.toLowerCase() === wanted.toLowerCase()
  const exact = all.filter(same)
  return exact.length > 0 ? exact : all.filter((each) => same(parseAddress(each).type))
}

/** The conditions that stand at these addresses. */
async function explainedAt(
  { explain }: Pick<Subject, 'explain'>,
  addresses: readonly string[],
): Promise<readonly Explained[]> {
  const all = await Promise.all([...new Set(addresses)].map((address) => explain(address)))
  return all.filter((each) => each?.condition !== undefined).map((each) => each as Explained)
}

// Of several the one in trouble is worth explaining, what is certain before what is unknown; where none is, the first.
function worstOf(all: readonly Explained[]): Explained | undefined {
  const troubles = all.filter(isTrouble)
  return troubles.find(isCertain) ?? troubles[0] ?? all[0]
}

// Something that is asked for and not reported, of which a rule says why.
async function missedOf(
  { explain, unanswered }: Subject,
  addresses: readonly string[],
): Promise<Explained | undefined> {
  const missed = addresses.filter((address) => unanswered.includes(address))
  const all = await Promise.all(missed.map((address) => explain(address)))
  return all.find((each) => each?.condition === undefined && each?.decision !== undefined)
}
