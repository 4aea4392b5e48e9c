import type { Condition } from '@sitrep/conditions'
import { type Meaning, meaningOf } from '@sitrep/present'
import { conditionsAt, type KindKnowledge } from '@sitrep/status'
import { judge, type KnownFamily, knowledgeOf, type Word } from '@sitrep/verdict'
import { wordSpan } from '../output/verdict-meaning.ts'
import { inNewestLayout } from '../source/newest-layout.ts'
import type { Branch } from './branch.ts'

/** What is said of one line of the tree. */
export interface BranchVerdict {
  readonly text: string
  readonly meaning: Meaning
  readonly reason: string
  readonly since?: string
  readonly message: string
  /** The type of the condition that speaks, where one does. */
  readonly type?: string
}

/** A line of the tree with what is said of it. */
export interface JudgedBranch extends Branch {
  readonly verdict?: BranchVerdict
  /** Types that tell the same story: each follows from another of them. */
  readonly sameStory: readonly string[]
  /** Those that this line stands for. */
  readonly grouped?: readonly JudgedBranch[]
  readonly children: readonly JudgedBranch[]
}

export interface Judging {
  readonly now: string
  readonly families: readonly KnownFamily[]
}

/** Judges every line of a tree once. */
export function judgedTree(branch: Branch, judging: Judging): JudgedBranch {
  const knowledge = knowledgeOf(branch.object?.computed, judging.families)
  const tells = knowledge.find((each) => each.tells !== undefined)?.tells ?? []
  const verdict = verdictOf(branch, { ...judging, knowledge, tells })
  return {
    ...branch,
    ...(verdict !== undefined && { verdict }),
    sameStory: ['Available', 'Ready', ...tells],
    children: branch.children.map((child) => judgedTree(child, judging)),
  }
}

/** The conditions of an object or part, in the layout it uses. */
export function conditionsOf({ conditions, object }: Branch): readonly Condition[] {
  if (conditions !== undefined) return conditions
  return object === undefined ? [] : conditionsAt(inNewestLayout(object.computed), undefined)
}

// The types that can speak for a whole object of any kind, the most telling first.
const verdictTypes = ['Available', 'Ready', 'Programmed', 'Accepted', 'Synced']
// One good condition is not the whole truth where the object says these of itself.
const overruling: ReadonlySet<Word> = new Set(['Degraded', 'Stalled', 'Stale', 'Terminating', 'Paused'])

interface Known extends Judging {
  readonly knowledge: readonly KindKnowledge[]
  readonly tells: readonly string[]
}

/** Judges one line: by its condition where that is the whole truth, else by all that the object reports. */
function verdictOf(branch: Branch, { now, families, knowledge, tells }: Known): BranchVerdict | undefined {
  const { object, conditions, missing, unread } = branch
  if (missing)
    return { text: 'missing', meaning: 'bad', reason: '', message: 'it is referred to and not there' }
  if (unread !== undefined) return { text: 'unread', meaning: 'unknown', reason: '', message: unread }
  const spoken = speaking(branch, [...tells, ...verdictTypes])
  if (conditions !== undefined) return spoken ?? nothingReported
  if (object === undefined) return undefined
  const verdict = judge(object.computed, { now, families })
  const { word, sentence } = verdict
  const summed = knowledge.some(({ sums }) => sums)
  const overruled = spoken?.meaning === 'good' && overruling.has(word) && !summed
  if (spoken !== undefined && !overruled) return spoken
  const { text, meaning } = wordSpan(verdict)
  return { text, meaning, reason: '', message: word === 'Ready' ? '' : sentence }
}

const nothingReported: BranchVerdict = {
  text: 'Unknown',
  meaning: 'unknown',
  reason: '',
  message: 'nothing is reported about it',
}

// Of a part, or of what reports on its parent apart, whatever is bad speaks before what is good.
function speaking(branch: Branch, types: readonly string[]): BranchVerdict | undefined {
  const conditions = conditionsOf(branch)
  const bad =
    branch.conditions === undefined
      ? undefined
      : conditions.find(({ type, status }) => ['bad', 'unknown'].includes(meaningOf(type, status)))
  const condition =
    bad ??
    types.map((type) => conditions.find((each) => each.type === type)).find((found) => found !== undefined)
  if (condition === undefined) return undefined
  const { type, status, reason = '', message = '', lastTransitionTime } = condition
  return {
    text: `${type}: ${status}`,
    meaning: meaningOf(type, status),
    reason,
    message,
    type,
    ...(lastTransitionTime !== undefined && { since: lastTransitionTime }),
  }
}
