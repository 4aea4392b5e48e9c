import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fetchOnce, freePort, openEcho } from '../clients.testing.ts'
import { usualLimits } from '../limits.ts'
import { backend, entry, listener, prefix, rule, site } from '../sites.testing.ts'
import { createHaproxyDataPlane } from './haproxy.ts'

const installed = spawnSync('haproxy', ['-v']).error === undefined
const open = async () => {
  const plane = await createHaproxyDataPlane({ limits: { ...usualLimits, drainMs: 500 } })
  return { ...plane, [Symbol.asyncDispose]: plane.close }
}

/** The processes that a process has started, and those that they have started. */
function startedBy(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return [{ pid: Number(name), parent: Number(parent) }]
      } catch {
        return []
      }
    })
  const own = parents.filter(({ parent }) => parent === pid).map((each) => each.pid)
  return own.flatMap((each) => [each, ...startedBy(each)])
}

describe('HAProxy as a process', { skip: !installed && 'haproxy is not installed here' }, () => {
  it('is started again when it ends by itself, and is gone after close', async () => {
    await using echo = await openEcho('a')
    const port = await freePort()
    await using plane = await open()
    const edge = site(
      {
        listeners: [listener([entry('a', prefix('/'))])],
        rules: { a: rule(['a']) },
        backends: { a: backend([echo.port]) },
      },
      { ports: { 80: port } },
    )
    await plane.program([edge])
    const heard: boolean[] = []
    plane.onReport((_, { listeners }) => heard.push(listeners[0]?.bound ?? false))
    const before = startedBy(process.pid)
    assert.equal(before.length, 2, 'a master and a worker')
    for (const pid of before) process.kill(pid, 'SIGKILL')
    let status = 0
    for (const until = Date.now() + 60_000; status !== 200 && Date.now() < until; )
      status = await fetchOnce({ port }).then(
        (answer) => answer.status,
        () => 0,
      )
    assert.equal(status, 200)
    const [report] = await plane.program([edge])
    assert.equal(report?.listeners[0]?.probed, true)
    assert.equal(heard[0], false, 'that it ended was told')
    await plane.close()
    assert.deepEqual(startedBy(process.pid), [])
  })

  it('leaves out a rule that it cannot read, says so, and serves the others', async () => {
    await using echo = await openEcho('a')
    const port = await freePort()
    await using plane = await open()
    const odd = prefix('/', { path: { type: 'RegularExpression', value: '/x[^]' } })
    const [report] = await plane.program([
      site(
        {
          generations: { 'Gateway/infra/edge': 1, 'HTTPRoute/shop/web': 1, 'HTTPRoute/shop/odd': 1 },
          listeners: [listener([entry('odd', odd), entry('a', prefix('/'))])],
          rules: { a: rule(['a']), odd: rule(['a'], { route: 'HTTPRoute/shop/odd' }) },
          backends: { a: backend([echo.port]) },
        },
        { ports: { 80: port } },
      ),
    ])
    const { by } = await fetchOnce({ port })
    assert.equal(by, 'a')
    assert.deepEqual(report?.generations, { 'Gateway/infra/edge': 1, 'HTTPRoute/shop/web': 1 })
  })

  it('takes a thousand routes', async () => {
    await using echo = await openEcho('a')
    const port = await freePort()
    await using plane = await open()
    const names = Array.from({ length: 1_000 }, (_, index) => `r${index}`)
    await plane.program([
      site(
        {
          listeners: [listener(names.map((name) => entry(name, prefix(`/${name}`), `${name}.test`)))],
          rules: Object.fromEntries(names.map((name) => [name, rule(['a'])])),
          backends: { a: backend([echo.port]) },
        },
        { ports: { 80: port } },
      ),
    ])
    const answers = await Promise.all(
      ['r0', 'r500', 'r999'].map((name) => fetchOnce({ port, host: `${name}.test`, path: `/${name}/x` })),
    )
    const other = await fetchOnce({ port, host: 'r1.test', path: '/r2' })
    assert.deepEqual([...answers.map(({ status }) => status), other.status], [200, 200, 200, 404])
  })
})
