import { safeText } from '@sitrep/present'
import type { CounterCourse } from '../../src/answers.ts'
import { stepPath, type TimeRange } from './lanes.ts'

const width = 220
const height = 48

/** How counters went, a small picture each; what was wanted is dashed. */
export function Courses({
  courses,
  range,
}: {
  readonly courses: readonly CounterCourse[]
  readonly range: TimeRange
}) {
  return (
    <ul class="courses">
      {courses.map((course) => (
        <li key={course.name}>
          <Course course={course} range={range} />
        </li>
      ))}
    </ul>
  )
}

function Course({ course, range }: { readonly course: CounterCourse; readonly range: TimeRange }) {
  const most = Math.max(...course.points.map(({ have, want = 0 }) => Math.max(have, want)), 1)
  const last = course.points.at(-1)
  const box = { range, width, height, most }
  const name = safeText(course.name)
  const now =
    last === undefined
      ? 'nothing is known'
      : last.want === undefined
        ? `${last.have}`
        : `${last.have} of ${last.want}`
  return (
    <figure class="course">
      <figcaption>
        {name} <b>{now}</b>
      </figcaption>
      <svg
        viewBox={`-1 -2 ${width + 2} ${height + 4}`}
        width={width}
        height={height}
        role="img"
        aria-label={`${name} over time: now ${now}, at most ${most}`}
      >
        <line class="ground" x1="0" x2={width} y1={height} y2={height} />
        <path class="want" d={stepPath(course, ({ want }) => want, box)} />
        <path class="have" d={stepPath(course, ({ have }) => have, box)} />
      </svg>
    </figure>
  )
}
