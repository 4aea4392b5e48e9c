import type { Condition } from '@sitrep/conditions'
import type { Engine } from '@sitrep/engine'
import {
  type Explained,
  firstCauses,
  type Gravity,
  gravities,
  gravityOf,
  isHeld,
  isTrouble,
  meaningOf,
  polarityOf,
  type Weighing,
  wordsOf,
} from '@sitrep/present'
import {
  type AddressedCondition,
  addressedConditions,
  type Family,
  familyKinds,
  formatAddress,
  type KindKnowledge,
  type KubeObject,
  listsOf,
  type ObjectRef,
} from '@sitrep/status'
import { judge, knowledgeOf, type Verdict, type Word } from '@sitrep/verdict'
import { speakingTypes } from '../explain/choose-explanation.ts'
import { inNewestLayout } from '../source/newest-layout.ts'

/** An object that is not as it should be, and where that begins. */
export interface ToldTrouble {
  readonly ref: ObjectRef
  readonly gravity: Gravity
  /** Since when it is so. */
  readonly since: string | undefined
  /** The condition that is explained, with its chain; absent where the object is judged by what else it reports. */
  readonly explained?: Explained
  /** What stands for the object, where that is well and something else is not. */
  readonly whole?: Explained
  /** Where it begins: the gravest of its first causes. */
  readonly causes: readonly FirstCause[]
}

/** Where the trouble of an object begins. */
export interface FirstCause {
  readonly ref: ObjectRef
  readonly words: string
  readonly explained?: Explained
}

/** What objects are asked with. */
export interface Asking extends Weighing {
  readonly engine: Engine
  readonly families: readonly Family[]
}

/** An object as it is looked at. */
export interface Asked {
  readonly ref: ObjectRef
  readonly object: KubeObject
}

/** What is not as it should be about an object; nothing where all is well, or where its kind has nothing to tell. */
export function troubleOf(asked: Asked, asking: Asking): ToldTrouble | undefined {
  // What was seen outside the API is no object of anybody's.
  if (asked.ref.group === factGroup) return undefined
  const object = inNewestLayout(asked.object)
  const { families, engine, now } = asking
  const conditions = addressedConditions(object, listsOf(families, object))
  const knowledge = knowledgeOf(object, families)
  const needs = knowledge.flatMap((each) => each.needs ?? [])
  const known = familyKinds(families, object).length > 0 || needs.length > 0
  const speaking = speakingOf(conditions, [...(tellsIn(knowledge) ?? []), ...speakingTypes, ...needs])
  const telling = ({ type, at, condition }: AddressedCondition): boolean =>
    isStuck(condition, at) ||
    (isBad(condition) && (speaking === undefined || needs.includes(type))) ||
    isHeld({ ref: asked.ref, type, condition }, asking)
  const addresses = [
    ...(speaking !== undefined && isBad(speaking.condition) ? [speaking] : []),
    ...(known ? conditions.filter(telling) : []),
  ].map(formatAddress)
  const told = [...new Set(addresses)].flatMap((address) => {
    const explained = engine.trace(asked.ref, address)
    return explained !== undefined && (isTrouble(explained) || isHeld(explained, asking))
      ? [fromChain(explained, asking)]
      : []
  })
  const [worst] = told.toSorted((a, b) => gravities.indexOf(a.gravity) - gravities.indexOf(b.gravity))
  // Where a family sums all up in conditions, nothing that stands beside them says more.
  if (known && (worst !== undefined || (conditions.length > 0 && knowledge.some(({ sums }) => sums)))) {
    const well = speaking !== undefined && !isBad(speaking.condition)
    return (
      worst && { ...worst, ...(well && { whole: { ref: asked.ref, ...speaking, inputs: [], causes: [] } }) }
    )
  }
  const verdict = judge(asked.object, { now, families })
  return judged(asked, verdict, worst ?? byEvidence(asked, verdict, asking))
}

/** Whether nobody has said anything of an object of which there is something to say: what is not reported is not well. */
export function isSilent(
  { ref, object }: Asked,
  { now, families }: Pick<Asking, 'now' | 'families'>,
): boolean {
  if (object.status !== undefined || object.metadata.deletionTimestamp !== undefined) return false
  if (ref.group === factGroup || familyKinds(families, object).length === 0) return false
  return judge(object, { now, families }).word === 'Unknown'
}

// The condition that decided on an object of a kind that no family sums up is explained like those of others.
function byEvidence({ ref }: Asked, { evidence }: Verdict, asking: Asking): ToldTrouble | undefined {
  const [, type] = /^status\.conditions\[([^\]]+)\]$/.exec(evidence[0]?.path ?? '') ?? []
  const explained = type === undefined ? undefined : asking.engine.trace(ref, type)
  return explained?.condition !== undefined && isTrouble(explained) ? fromChain(explained, asking) : undefined
}

const factGroup = 'sitrep.dev'

const tellsIn = (knowledge: readonly KindKnowledge[]): readonly string[] | undefined =>
  knowledge.find((each) => each.tells !== undefined)?.tells

// The condition that stands for the whole object: the first of these types that it has.
const speakingOf = (
  conditions: readonly AddressedCondition[],
  types: readonly string[],
): AddressedCondition | undefined =>
  types
    .map((type) => conditions.find((each) => each.at === undefined && each.type === type))
    .find((each) => each !== undefined)

const isBad = ({ type, status }: Condition): boolean => ['bad', 'unknown'].includes(meaningOf(type, status))

// Beside what stands for the object: work that goes on, what is bad when it is True, and what entries say.
function isStuck({ type, status }: Condition, at: string | undefined): boolean {
  const meaning = meaningOf(type, status)
  if (at !== undefined) return meaning === 'bad' || meaning === 'unknown'
  return meaning === 'progressing' || (status === 'True' && polarityOf(type) === 'negative')
}

function fromChain(explained: Explained, asking: Asking): ToldTrouble {
  const all = firstCauses(explained, asking)
  const [first = explained] = all
  const gravity = gravityOf(first, asking)
  const gravest = all.filter((each) => gravityOf(each, asking) === gravity)
  return {
    ref: explained.ref,
    gravity,
    since: explained.condition?.lastTransitionTime,
    explained,
    causes: (gravest.length > 0 ? gravest : [first]).map((cause) => ({
      ref: cause.ref,
      words: wordsAt(cause, asking),
      explained: cause,
    })),
  }
}

// Of kinds that no family knows, states beside the conditions may say more: that of a container, for one.
function wordsAt(cause: Explained, { engine, families, now }: Asking): string {
  const object = engine.object(cause.ref)
  if (object === undefined || familyKinds(families, object).length > 0) return shortWords(cause)
  const verdict = judge(object, { now, families })
  return verdict.evidence[0]?.path.includes('conditions[') === false ? sayingOf(verdict) : shortWords(cause)
}

/** What a verdict says, without the object of which it speaks. */
export const sayingOf = ({ sentence }: Verdict): string => sentence.slice(sentence.indexOf(': ') + 2)

// In a list the first sentence of what was said is enough, and of bullets the first.
function shortWords(cause: Explained): string {
  const lines = (cause.condition?.message ?? '').split('\n').map((line) => line.trim().replace(/^\*\s*/, ''))
  const line = lines.find((each) => !each.endsWith(':')) ?? ''
  const [sentence = ''] = line.split(/\.(?:\s|$)/)
  return sentence === '' ? wordsOf(cause) : sentence
}

/** How grave it is what a verdict says in its word. */
export const gravityOfWord: Readonly<Record<Word, Gravity | undefined>> = {
  Ready: undefined,
  Degraded: 'wrong',
  Stalled: 'wrong',
  Unknown: 'unclear',
  Stale: 'unclear',
  Paused: 'paused',
  Progressing: 'underway',
  Terminating: 'underway',
}

function judged(
  { ref, object }: Asked,
  verdict: Verdict,
  told: ToldTrouble | undefined,
): ToldTrouble | undefined {
  const gravity = gravityOfWord[verdict.word]
  const { deletionTimestamp } = object.metadata
  // What has never been looked at by anybody has nothing to tell.
  if (gravity === undefined || (object.status === undefined && deletionTimestamp === undefined))
    return undefined
  if (told !== undefined) return { ...told, gravity }
  return { ref, gravity, since: deletionTimestamp, causes: [{ ref, words: sayingOf(verdict) }] }
}
