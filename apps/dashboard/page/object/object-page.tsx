import { safeText } from '@sitrep/present'
import { type ObjectRef, refKey } from '@sitrep/status'
import type { ObjectAnswer } from '../../src/answers.ts'
import { questions } from '../../src/questions.ts'
import { Counters } from '../fleet/counters.tsx'
import { useAnswer } from '../parts/hooks.ts'
import { lookClass, Word } from '../parts/mark.tsx'
import { Failed, Loading } from '../parts/states.tsx'
import { Age, Command, ObjectLink } from '../parts/text.tsx'
import { objectHref, type Tab, tabs } from '../route/route.ts'
import { ObjectRules } from '../rules/rules-page.tsx'
import { Timeline } from '../timeline/timeline.tsx'
import { isTouched } from '../world.ts'
import { Conditions } from './conditions.tsx'
import { Tree } from './tree.tsx'
import { refsOf } from './tree-rows.ts'
import { Why, WhyPath } from './why.tsx'

const tabWords: Readonly<Record<Tab, string>> = {
  tree: 'Tree',
  conditions: 'Conditions',
  why: 'Why',
  timeline: 'Timeline',
  rules: 'Rules',
}

const speaksOf = ({ row, tree, why }: ObjectAnswer, keys: ReadonlySet<string>): boolean =>
  isTouched(keys, [row.ref, ...refsOf(tree), ...why.flatMap(({ path }) => path.map(({ ref }) => ref))])

/** One object: what it is made of, what it says, why, and how that came. */
export function ObjectPage({ to, tab }: { readonly to: ObjectRef; readonly tab: Tab }) {
  const { answer, error } = useAnswer<ObjectAnswer>(questions.object(to), speaksOf)
  return (
    <article class="object">
      <p class="above">
        <a href="#/">Fleet</a> <span aria-hidden="true">/</span> {safeText(to.kind)}
        {to.namespace !== undefined && ` in ${safeText(to.namespace)}`}
        {to.cluster !== undefined && ` of ${safeText(to.cluster)}`}
      </p>
      <h1>{safeText(to.name)}</h1>
      {answer === undefined && error === undefined && <Loading what={safeText(to.name)} />}
      {error !== undefined && <Failed error={error} what={safeText(to.name)} />}
      {answer !== undefined && error === undefined && (
        <Found key={refKey(to)} to={to} tab={tab} answer={answer} />
      )}
    </article>
  )
}

interface FoundProps {
  readonly to: ObjectRef
  readonly tab: Tab
  readonly answer: ObjectAnswer
}

function Found({ to, tab, answer }: FoundProps) {
  return (
    <>
      <Head answer={answer} />
      <nav class="tabs" aria-label="Views of this object">
        {tabs.map((each) => (
          <a key={each} href={objectHref(to, each)} aria-current={each === tab ? 'page' : undefined}>
            {tabWords[each]}
          </a>
        ))}
      </nav>
      <section class="tab" aria-label={tabWords[tab]}>
        <View to={to} tab={tab} answer={answer} />
      </section>
    </>
  )
}

function View({ to, tab, answer }: FoundProps) {
  switch (tab) {
    case 'tree':
      return <Overview answer={answer} />
    case 'conditions':
      return <Conditions answer={answer} />
    case 'why':
      return <Why answer={answer} />
    case 'timeline':
      return <Timeline of={to} />
    case 'rules':
      return <ObjectRules of={to} />
  }
}

/** What a person wants to know first: what is so, since when, and of how many. */
function Head({ answer }: { readonly answer: ObjectAnswer }) {
  const { row, generation, created, deleting } = answer
  return (
    <div class={`head ${lookClass(row.weight)}`}>
      <p class="verdict">
        <Word of={row.weight} word={safeText(row.word)} />
        {row.since !== undefined && (
          <span class="muted">
            for <Age since={row.since} words="" />
          </span>
        )}
        {deleting && <b class="tag">being deleted</b>}
      </p>
      <p class="sentence">{safeText(row.sentence)}</p>
      {row.cause !== undefined && (
        <p>
          Begins at <ObjectLink to={row.cause} tab="why" />
        </p>
      )}
      <Counters of={row.counters} />
      <p class="muted facts">
        {created !== undefined && (
          <span>
            Created <Age since={created} />
          </span>
        )}
        {generation !== undefined && <span>Generation {generation}</span>}
      </p>
    </div>
  )
}

function Overview({ answer }: { readonly answer: ObjectAnswer }) {
  const [leading] = answer.why
  return (
    <>
      {leading !== undefined && leading.path.length > 1 && (
        <section class="leading">
          <h2>Why</h2>
          <WhyPath path={leading.path} />
        </section>
      )}
      <h2>What it is made of</h2>
      <Tree tree={answer.tree} />
      {answer.commands.length > 0 && (
        <>
          <h2>In a terminal</h2>
          {answer.commands.map((line) => (
            <Command key={line} line={line} />
          ))}
        </>
      )}
    </>
  )
}
