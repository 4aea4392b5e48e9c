import type { WhyAnswer, WhyStep } from '@sitrep/dashboard'
import {
  adviceOn,
  chainTo,
  type Explained,
  firstCauses,
  headline,
  isHeld,
  isTrouble,
  keyOf,
  lookCommands,
  meaningOf,
  type Weighing,
  wordsOf,
} from '@sitrep/present'
import { conditionAt, formatAddress, listsOf, parseAddress } from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import { type Chosen, chooseExplanation } from '../../explain/choose-explanation.ts'
import { type Subject, subjectIn } from '../../explain/open-subject.ts'
import type { ComputedObject } from '../../source/computed-world.ts'
import { inNewestLayout } from '../../source/newest-layout.ts'
import { holdsOf } from '../../trouble/troubles-in.ts'
import { bounded } from '../bounded.ts'
import type { DashboardWorld } from '../world/dashboard-world.ts'

// Of an object with many entries each of which is in trouble, the first say enough.
const mostAnswers = 12
const mostCauses = 3

/** Why an object is as it is: the leading answer is that of `sitrep explain`, then come the other conditions in trouble. */
export async function whyAnswers(
  object: ComputedObject,
  world: DashboardWorld,
  now: string,
): Promise<readonly WhyAnswer[]> {
  const { families, deciding } = world
  const weighing: Weighing = { now, holds: holdsOf(families) }
  const subject: Subject = subjectIn(deciding, object.ref, { reported: object.computed, families, at: now })
  const leading = await chooseExplanation(subject, { named: undefined, ...weighing })
  const lists = listsOf(families, object.computed)
  const standsInTrouble = (address: string): boolean => {
    const condition = conditionAt(inNewestLayout(object.computed), address, lists)
    const standing = { ref: object.ref, type: parseAddress(address).type, condition, inputs: [], causes: [] }
    return condition !== undefined && (isTrouble(standing) || isHeld(standing, weighing))
  }
  const answers =
    leading === undefined || isFine(leading, weighing) ? [] : [answerOf(leading, { world, weighing })]
  const told = new Set(answers.map(({ address }) => address))
  for (const address of subject.types) {
    if (told.has(address) || answers.length >= mostAnswers) continue
    if (!standsInTrouble(address)) continue
    // Each looks at all that it rests on: others may have their turn between two.
    await new Promise((resolve) => setImmediate(resolve))
    const explained = deciding.explain(object.ref, address)
    if (explained?.condition !== undefined) answers.push(answerOf({ explained }, { world, weighing }))
  }
  return answers.length > 0 ? answers : judgedWhy(object, world, now)
}

const isFine = ({ explained, despite }: Chosen, weighing: Weighing): boolean =>
  !isTrouble(explained) && despite !== true && !isHeld(explained, weighing)

interface Telling {
  readonly world: DashboardWorld
  readonly weighing: Weighing
}

function answerOf({ explained, whole, despite }: Chosen, { world, weighing }: Telling): WhyAnswer {
  const causes = firstCauses(explained, weighing)
  const [first = explained] = causes
  const tables = world.families.flatMap(({ advice = [] }) => advice)
  const looked = causes.slice(0, mostCauses)
  const helps = looked.flatMap((cause) => adviceOn({ ...cause, object: world.look(cause.ref) }, tables))
  const commands = looked.flatMap((cause) =>
    lookCommands(
      { ref: cause.ref, type: formatAddress(cause), computed: cause.decision !== undefined },
      world.reach,
    ),
  )
  return {
    address: formatAddress(explained),
    sentence: bounded(
      headline(explained, { ...weighing, ...(whole && { whole }), ...(despite && { despite }) }),
    ),
    path: pathTo(explained, first),
    advice: [...new Set(helps)],
    commands: [...new Set(commands)],
  }
}

/** From a condition down to one of its causes, step by step. */
function pathTo(explained: Explained, cause: Explained): readonly WhyStep[] {
  const steps: WhyStep[] = []
  let at: Explained | undefined = keyOf(explained) === keyOf(cause) ? explained : chainTo(explained, [cause])
  while (at !== undefined && steps.length < 50) {
    steps.push(stepOf(at))
    at = keyOf(at) === keyOf(cause) ? undefined : at.causes[0]
  }
  return steps
}

function stepOf(explained: Explained): WhyStep {
  const { ref, type, condition } = explained
  return {
    ref,
    address: formatAddress(explained),
    ...(condition !== undefined && {
      status: condition.status,
      reason: bounded(condition.reason ?? '', 500),
    }),
    words: bounded(wordsOf(explained)),
    meaning: condition === undefined ? 'unknown' : meaningOf(type, condition.status),
  }
}

// What no rule decides is judged by what it reports.
function judgedWhy(
  { ref, computed }: ComputedObject,
  world: DashboardWorld,
  now: string,
): readonly WhyAnswer[] {
  const { families, reach } = world
  const { word, sentence, quiet } = judge(computed, { now, families })
  if (word === 'Ready' || quiet) return []
  const tables = families.flatMap(({ advice = [] }) => advice)
  return [
    {
      address: '',
      sentence: bounded(sentence),
      path: [
        {
          ref,
          words: bounded(sentence),
          meaning: word === 'Degraded' || word === 'Stalled' ? 'bad' : 'unknown',
        },
      ],
      advice: word === 'Paused' ? [...adviceOn({ ref, type: word, object: computed }, tables)] : [],
      commands: [...lookCommands({ ref, type: '', computed: false, known: true }, reach)],
    },
  ]
}
