import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openPostgres, type TestPostgres, withoutPostgres } from './postgres.testing.ts'
import { Session } from './session.ts'
import { checkedName, identifier, literal, roleName, sql, whole } from './sql.ts'

type Hostile = [name: string, because: string]

const hostile: Hostile[] = [
  ['plain', 'most are'],
  ['x"; DROP ROLE y; --', 'a quote must not end the name'],
  ['""', 'quotes alone must be doubled'],
  ["it's", 'an apostrophe ends a literal'],
  ['back\\slash', 'a backslash begins an escape in some literals'],
  ["\\'; SELECT 1; --", 'both together are what escapes get wrong'],
  ['$1', 'it looks like a parameter'],
  ['%I$$', 'it looks like a format and a dollar quote'],
  ['SELECT', 'a keyword is a name too'],
  ['Mixed Case', 'unquoted it would become lower case'],
  ['größe_数据库_🐘', 'names are Unicode'],
  ['line\nbreak', 'a line break ends a comment'],
  ['é'.repeat(31), 'sixty-two bytes are allowed'],
  ['a'.repeat(63), 'sixty-three are, too'],
]

type Refused = [name: string, because: string]

const refused: Refused[] = [
  ['', 'there is no empty name'],
  ['a\0b', 'PostgreSQL ends a text there'],
  ['a'.repeat(64), 'PostgreSQL would cut it off'],
  ['é'.repeat(32), 'bytes count, not characters'],
  ['\ud800', 'half a character cannot be sent'],
]

describe('Quoting', () => {
  for (const [name, because] of refused)
    it(`refuses the name ${JSON.stringify(name)}, because ${because}`, () => {
      assert.throws(() => identifier(name), { code: 'name' })
      assert.throws(() => checkedName(name), { code: 'name' })
    })

  for (const name of ['public', 'none'])
    it(`refuses ${name} as a role, because quotes do not keep PostgreSQL from giving it a meaning`, () => {
      assert.throws(() => roleName(name), { code: 'name' })
    })

  it('refuses numbers that are not whole and literals that cannot be sent', () => {
    assert.throws(() => whole(1.5), { code: 'name' })
    assert.throws(() => whole(Number.NaN), { code: 'name' })
    assert.throws(() => literal('a\0b'), { code: 'name' })
  })
})

describe('Quoting on a server', { skip: withoutPostgres }, () => {
  let postgres: TestPostgres
  let session: Session
  before(async () => {
    postgres = await openPostgres()
    session = await Session.open({ server: postgres.server, signal: new AbortController().signal })
    await session.run(sql`CREATE ROLE y`)
  })
  after(async () => {
    await session?.run(sql`DROP ROLE y`)
    await session?.close()
    await postgres?.stop()
  })

  for (const [name, because] of hostile)
    it(`a role is called ${JSON.stringify(name)} as written, because ${because}`, async () => {
      await session.run(sql`CREATE ROLE ${roleName(name)}`)
      const named = sql`SELECT rolname AS name FROM pg_authid WHERE rolname IN ($1, 'y') ORDER BY rolname = 'y'`
      assert.deepEqual(await session.rows(named, name), [{ name }, { name: 'y' }])
      await session.run(sql`DROP ROLE ${roleName(name)}`)
    })

  for (const [name, because] of hostile)
    it(`the text ${JSON.stringify(name)} arrives as written, because ${because}`, async () => {
      assert.deepEqual(await session.rows(sql`SELECT ${literal(name)}::text AS value`), [{ value: name }])
    })

  it('a name that is looked up would be cut off by the server, so it is checked before', async () => {
    await session.run(sql`CREATE ROLE ${roleName('a'.repeat(63))}`)
    const found = await session.rows(sql`SELECT 1 FROM pg_authid WHERE rolname = $1`, 'a'.repeat(64))
    await session.run(sql`DROP ROLE ${roleName('a'.repeat(63))}`)
    assert.equal(found.length, 1)
    assert.throws(() => checkedName('a'.repeat(64)), { code: 'name' })
  })
})
