import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { realTiming, type Timing } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { conditionOf } from '@sitrep/crossplane/managed'
import type { Provider } from '@sitrep/provider'
import { at, type KubeObject } from '@sitrep/status'
import { crds } from '../src/crds.ts'
import { group, version } from '../src/group.ts'
import { openPostgres, type TestPostgres, withoutPostgres } from '../src/postgres.testing.ts'
import { startPostgresProvider } from '../src/provider.ts'
import { type Server, Session } from '../src/session.ts'
import { identifier, roleName, type Sql, sql } from '../src/sql.ts'

// Everything waits, and nobody wants to wait so long.
const speed = 50
const began = Date.now()
const fast: Timing = {
  ...realTiming,
  now: () => began + (Date.now() - began) * speed,
  elapsed: () => realTiming.elapsed() * speed,
  sleep: (milliseconds, signal) => realTiming.sleep(milliseconds / speed, signal),
}

const odd = 'x"; DROP ROLE "sitrep-app"; --'
const roles = ['sitrep-app', 'sitrep-other', 'sitrep-keep', odd]
const databases = ['sitrep-shop', 'sitrep-café']

describe('A provider for PostgreSQL', { skip: withoutPostgres }, () => {
  const signal = new AbortController().signal
  let postgres: TestPostgres
  let session: Session
  let server: StartedApiServer
  let connection: Connection
  let provider: Provider

  before(async () => {
    postgres = await openPostgres()
    session = await Session.open({ server: postgres.server, signal })
    server = await startApiServer({ tls: false })
    ;({ connection } = await openKubeconfig({ text: server.kubeconfig }))
    for (const body of crds())
      await connection.request({
        method: 'POST',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
        body,
      })
    provider = await startPostgresProvider(postgres.server, { connection, timing: fast, timeoutMs: 600_000 })
  })

  after(async () => {
    await provider?.stop()
    connection?.close()
    await server?.close()
    for (const name of databases) await session.run(sql`DROP DATABASE IF EXISTS ${identifier(name)}`)
    for (const name of roles) await session.run(sql`DROP ROLE IF EXISTS ${roleName(name)}`)
    await session?.close()
    await postgres?.stop()
  })

  const path = (kind: string, name = ''): string =>
    `/apis/${group}/${version}/${kind.toLowerCase()}s${name === '' ? '' : `/${name}`}`
  const create = (kind: string, name: string, spec: object, annotations = {}): Promise<KubeObject> =>
    connection.request({
      method: 'POST',
      path: path(kind),
      body: { apiVersion: `${group}/${version}`, kind, metadata: { name, annotations }, spec },
    })
  const read = (kind: string, name: string): Promise<KubeObject> =>
    connection.request({ path: path(kind, name) })
  const patch = (kind: string, name: string, spec: object): Promise<KubeObject> =>
    connection.request({
      method: 'PATCH',
      path: path(kind, name),
      body: { spec },
      contentType: 'application/merge-patch+json',
    })
  const remove = (kind: string, name: string): Promise<unknown> =>
    connection.request({ method: 'DELETE', path: path(kind, name) })
  const secretOf = async (name: string): Promise<Readonly<Record<string, string>>> => {
    const secret = await connection.request<unknown>({ path: `/api/v1/namespaces/default/secrets/${name}` })
    const stored = Object.entries(at(secret, 'data') as Readonly<Record<string, string>>)
    return Object.fromEntries(stored.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]))
  }
  const until = async (what: string, look: () => Promise<boolean>): Promise<void> => {
    for (let tries = 0; tries < 2_000; tries++) {
      if (await look()) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`never: ${what}`)
  }
  const said = async (kind: string, name: string, type = 'Ready'): Promise<string> => {
    const { status, reason, message } = conditionOf(await read(kind, name), type) ?? {}
    return `${status} ${reason} ${message ?? ''}`.trim()
  }
  const saying = async (kind: string, name: string, words: string | RegExp): Promise<string> => {
    let last = ''
    const fits = (): boolean => (typeof words === 'string' ? last === words : words.test(last))
    await until(`${kind} ${name} says ${words}`, async () => {
      last = await said(kind, name)
      return fits()
    }).catch((error: unknown) => {
      throw new Error(`it says ${last}`, { cause: error })
    })
    return last
  }
  const isGone = (kind: string, name: string): Promise<void> =>
    until(`${kind} ${name} is gone`, () =>
      read(kind, name).then(
        () => false,
        () => true,
      ),
    )
  const count = async (question: Sql, ...values: string[]): Promise<number> =>
    (await session.rows(question, ...values)).length
  const as = (role: Readonly<Record<string, string>>): Server => ({
    ...postgres.server,
    host: role['host'] ?? '',
    port: Number(role['port']),
    user: role['username'] ?? '',
    password: role['password'],
  })
  const within = async <Result>(
    options: { readonly server: Server; readonly database: string },
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> => {
    const opened = await Session.open({ ...options, signal })
    return work(opened).finally(() => opened.close())
  }

  it('makes a role, a database that it owns, an extension and a grant, in whatever order they come', async () => {
    await create('Grant', 'other-in-shop', {
      forProvider: {
        roleRef: { name: 'sitrep-other' },
        databaseRef: { name: 'sitrep-shop' },
        privileges: ['CONNECT', 'TEMPORARY'],
      },
    })
    await create('Extension', 'shop-tags', {
      forProvider: { extension: 'hstore', databaseRef: { name: 'sitrep-shop' } },
    })
    await create('Database', 'sitrep-shop', { forProvider: { ownerRef: { name: 'sitrep-app' } } })
    await create('Role', 'sitrep-other', { forProvider: { login: false } })
    await create('Role', 'sitrep-app', {
      writeConnectionSecretToRef: { name: 'app-conn', namespace: 'default' },
    })

    await saying('Role', 'sitrep-app', 'True Available')
    await saying('Database', 'sitrep-shop', 'True Available Owned by role sitrep-app')
    await saying(
      'Grant',
      'other-in-shop',
      'True Available Role sitrep-other has CONNECT, TEMPORARY on database sitrep-shop',
    )
    await saying('Extension', 'shop-tags', /^True Available Version \S+ in schema public$/)
    assert.equal(at((await read('Extension', 'shop-tags')).spec, 'forProvider', 'schema'), 'public')
  })

  it('publishes how to connect as the role, and that is how one connects', async () => {
    const secret = await secretOf('app-conn')
    assert.deepEqual(Object.keys(secret).sort(), ['host', 'password', 'port', 'username'])
    const rows = await within({ server: as(secret), database: 'sitrep-shop' }, (inside) =>
      inside.rows(sql`SELECT session_user::text AS role`),
    )
    assert.deepEqual(rows, [{ role: 'sitrep-app' }])
  })

  it('repairs what somebody changed by hand', async () => {
    const secret = await secretOf('app-conn')
    await session.run(sql`ALTER ROLE "sitrep-app" SUPERUSER CREATEDB CONNECTION LIMIT 3 PASSWORD 'guessed'`)
    await session.run(sql`ALTER DATABASE "sitrep-shop" OWNER TO postgres`)
    await session.run(sql`GRANT CREATE ON DATABASE "sitrep-shop" TO "sitrep-other"`)
    await session.run(sql`REVOKE CONNECT ON DATABASE "sitrep-shop" FROM "sitrep-other"`)

    const steady = sql`
      SELECT 1 FROM pg_authid r, pg_database d WHERE r.rolname = 'sitrep-app' AND d.datname = 'sitrep-shop' AND d.datdba = r.oid
      AND NOT r.rolsuper AND NOT r.rolcreatedb AND r.rolconnlimit = -1
      AND (SELECT array_agg(a.privilege_type ORDER BY a.privilege_type) FROM aclexplode(d.datacl) a
           WHERE a.grantee = '"sitrep-other"'::regrole) = ARRAY['CONNECT', 'TEMPORARY']`
    await until('it is as before', async () => (await count(steady)) === 1)
    await within({ server: as(secret), database: 'sitrep-shop' }, async () => undefined)
  })

  it('makes a new password when its secret is deleted', async () => {
    const { password } = await secretOf('app-conn')
    await connection.request({ method: 'DELETE', path: '/api/v1/namespaces/default/secrets/app-conn' })
    const renewed = (): Promise<Readonly<Record<string, string>>> => secretOf('app-conn').catch(() => ({}))
    await until('there is another', async () => (await renewed())['password'] !== undefined)
    const secret = await renewed()
    assert.notEqual(secret['password'], password)
    await saying('Role', 'sitrep-app', 'True Available')
    await within({ server: as(secret), database: 'sitrep-shop' }, async () => undefined)
  })

  it('says on Ready and Synced why an update fails, and recovers', async () => {
    await create('Database', 'sitrep-cafe', {}, { 'crossplane.io/external-name': 'sitrep-café' })
    await saying('Database', 'sitrep-cafe', /^True Available/)
    await patch('Database', 'sitrep-cafe', { forProvider: { owner: 'ghost' } })
    await saying('Database', 'sitrep-cafe', 'False Updating Role "ghost" does not exist')
    assert.equal(
      await said('Database', 'sitrep-cafe', 'Synced'),
      'False ReconcileError update failed: Role "ghost" does not exist',
    )
    assert.equal(
      await said('Database', 'sitrep-cafe', 'UpToDate'),
      `False UpdateFailed owner: ${postgres.server.user} -> ghost`,
    )
    await patch('Database', 'sitrep-cafe', { forProvider: { owner: 'sitrep-app' } })
    await saying('Database', 'sitrep-cafe', 'True Available Owned by role sitrep-app')
  })

  it('names who holds the lock that it waits for', async () => {
    await within({ server: postgres.server, database: 'postgres' }, async (holder) => {
      await holder.run(sql`BEGIN`)
      await holder.run(sql`ALTER ROLE "sitrep-other" CONNECTION LIMIT 7`)
      await patch('Role', 'sitrep-other', { forProvider: { connectionLimit: 5 } })
      const words = await saying('Role', 'sitrep-other', /^False Updating Waits for a lock/)
      assert.match(words, /held by role \S+ \(sitrep-provider-postgres, process \d+, idle in transaction\)$/)
      await holder.run(sql`ROLLBACK`)
    })
    await saying('Role', 'sitrep-other', 'True Available')
    const limited = sql`SELECT 1 FROM pg_authid WHERE rolname = 'sitrep-other' AND rolconnlimit = 5`
    assert.equal(await count(limited), 1)
  })

  it('takes any name as a name', async () => {
    await create('Role', 'odd', {}, { 'crossplane.io/external-name': odd })
    await saying('Role', 'odd', 'True Available')
    await remove('Role', 'odd')
    await isGone('Role', 'odd')
    assert.equal(await count(sql`SELECT 1 FROM pg_authid WHERE rolname IN ($1, 'sitrep-app')`, odd), 1)
  })

  it('refuses a name that would be cut off, and lets go of the resource', async () => {
    await create('Role', 'long', {}, { 'crossplane.io/external-name': 'a'.repeat(64) })
    await saying('Role', 'long', /^False Unavailable The name a+ has 64 bytes, and PostgreSQL keeps only 63$/)
    await remove('Role', 'long')
    await isGone('Role', 'long')
  })

  it('does not grant to everybody, and does not adopt a superuser', async () => {
    await create('Grant', 'to-all', {
      forProvider: { role: 'public', database: 'sitrep-shop', privileges: ['CREATE'] },
    })
    await saying('Grant', 'to-all', /^False Creating PostgreSQL has no role public/)
    await remove('Grant', 'to-all')
    await isGone('Grant', 'to-all')

    await create(
      'Role',
      'boss',
      { deletionPolicy: 'Orphan' },
      {
        'crossplane.io/external-name': postgres.server.user,
      },
    )
    await saying('Role', 'boss', /^False Unavailable Role \S+ is a superuser that was not created here$/)
    await remove('Role', 'boss')
    await isGone('Role', 'boss')
  })

  it('keeps what is to be orphaned', async () => {
    await create('Role', 'sitrep-keep', { deletionPolicy: 'Orphan' })
    await saying('Role', 'sitrep-keep', 'True Available')
    await remove('Role', 'sitrep-keep')
    await isGone('Role', 'sitrep-keep')
    assert.equal(await count(sql`SELECT 1 FROM pg_authid WHERE rolname = 'sitrep-keep'`), 1)
  })

  it('watches and changes nothing where the policies only allow to observe', async () => {
    await create('Role', 'sitrep-keep', {
      managementPolicies: ['Observe'],
      forProvider: { createRoles: true },
    })
    await saying('Role', 'sitrep-keep', 'True Available')
    assert.equal(
      await said('Role', 'sitrep-keep', 'UpToDate'),
      'False UpdateRestricted createRoles: false -> true',
    )
    await remove('Role', 'sitrep-keep')
    await isGone('Role', 'sitrep-keep')
    const untouched = sql`SELECT 1 FROM pg_authid WHERE rolname = 'sitrep-keep' AND NOT rolcreaterole`
    assert.equal(await count(untouched), 1)
  })

  it('names the resource that a reference leads to when it is not there', async () => {
    await create('Database', 'sitrep-none', { forProvider: { ownerRef: { name: 'nobody' } } })
    const words =
      'False ReconcileError cannot resolve references: There is no Role nobody, which ownerRef names'
    await until('it says so', async () => (await said('Database', 'sitrep-none', 'Synced')) === words)
    await remove('Database', 'sitrep-none')
    await isGone('Database', 'sitrep-none')
  })

  it('does not let a resource forget what it made', async () => {
    await assert.rejects(patch('Grant', 'other-in-shop', { forProvider: { role: 'sitrep-app' } }), {
      message: /role stays as it is; make another resource/,
    })
  })

  it('moves an extension and brings it back, and names what keeps it from being dropped', async () => {
    const shop = { server: postgres.server, database: 'sitrep-shop' }
    await within(shop, async (inside) => {
      await inside.run(sql`CREATE SCHEMA elsewhere`)
      await inside.run(sql`ALTER EXTENSION hstore SET SCHEMA elsewhere`)
      const back = sql`SELECT 1 FROM pg_extension WHERE extname = 'hstore' AND extnamespace = 'public'::regnamespace`
      await until('it is back', async () => (await inside.rows(back)).length === 1)
      await inside.run(sql`DROP SCHEMA elsewhere`)
      await inside.run(sql`CREATE TABLE items (tags hstore)`)
    })
    await remove('Extension', 'shop-tags')
    await saying(
      'Extension',
      'shop-tags',
      'False Deleting Cannot drop extension hstore because other objects depend on it: column tags of table items depends on type hstore',
    )
    await within(shop, (inside) => inside.run(sql`DROP TABLE items`))
    await isGone('Extension', 'shop-tags')
  })

  it('names what keeps a role from being dropped, wherever that lies', async () => {
    const secret = await secretOf('app-conn')
    await within({ server: as(secret), database: 'sitrep-shop' }, (inside) =>
      inside.run(sql`CREATE TABLE pg_temp.nothing ()`).then(() => inside.run(sql`CREATE SCHEMA stock`)),
    )
    await remove('Role', 'sitrep-app')
    await saying(
      'Role',
      'sitrep-app',
      'False Deleting Role sitrep-app cannot be dropped: it owns database sitrep-café, owns database sitrep-shop, owns schema stock in database sitrep-shop',
    )
    await remove('Role', 'sitrep-other')
    await saying(
      'Role',
      'sitrep-other',
      'False Deleting Role sitrep-other cannot be dropped: it has privileges on database sitrep-shop',
    )
  })

  it('names who is connected to a database that is to be dropped', async () => {
    await within({ server: postgres.server, database: 'sitrep-shop' }, async () => {
      await remove('Database', 'sitrep-shop')
      await saying('Database', 'sitrep-shop', /^False Deleting Database sitrep-shop is in use by role \S+ \(/)
    })
  })

  it('deletes all of it, each as soon as nothing holds it', async () => {
    for (const [kind, name] of [
      ['Database', 'sitrep-cafe'],
      ['Grant', 'other-in-shop'],
    ] as const)
      await remove(kind, name)
    for (const [kind, name] of [
      ['Database', 'sitrep-shop'],
      ['Database', 'sitrep-cafe'],
      ['Grant', 'other-in-shop'],
      ['Role', 'sitrep-app'],
      ['Role', 'sitrep-other'],
    ] as const)
      await isGone(kind, name)
    assert.equal(await count(sql`SELECT 1 FROM pg_database WHERE datname LIKE 'sitrep-%'`), 0)
    assert.equal(await count(sql`SELECT 1 FROM pg_authid WHERE rolname IN ('sitrep-app', 'sitrep-other')`), 0)
  })

  it('says when the server cannot be reached', async () => {
    await create('Role', 'sitrep-other', {})
    await saying('Role', 'sitrep-other', 'True Available')
    await provider.stop()
    const nowhere = { ...postgres.server, host: '127.0.0.1', port: 1 }
    provider = await startPostgresProvider(nowhere, { connection, timing: fast })
    const words = 'PostgreSQL at 127.0.0.1:1 refuses connections'
    await saying('Role', 'sitrep-other', `False Unavailable ${words}`)
    assert.equal(
      await said('Role', 'sitrep-other', 'Synced'),
      `False ReconcileError connect failed: ${words}`,
    )
  })
})
