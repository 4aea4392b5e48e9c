import { codeOf, formatList } from './errors.ts'
import type { Session } from './session.ts'
import { sql } from './sql.ts'

interface Dependent {
  readonly owned: boolean
  readonly object: string
}

const databases = sql`
  SELECT DISTINCT d.datname AS name FROM pg_shdepend s JOIN pg_database d ON d.oid = s.dbid JOIN pg_authid r ON r.oid = s.refobjid
  WHERE s.refclassid = 'pg_authid'::regclass AND r.rolname = $1 ORDER BY 1`

const shared = sql`
  SELECT s.deptype = 'o' AS owned, pg_describe_object(s.classid, s.objid, s.objsubid) AS object
  FROM pg_shdepend s JOIN pg_authid r ON r.oid = s.refobjid
  WHERE s.refclassid = 'pg_authid'::regclass AND r.rolname = $1 AND s.dbid = 0`

// What lies in a database can be named only from inside it.
const inside = sql`
  SELECT s.deptype = 'o' AS owned, pg_describe_object(s.classid, s.objid, s.objsubid) AS object
  FROM pg_shdepend s JOIN pg_authid r ON r.oid = s.refobjid JOIN pg_database d ON d.oid = s.dbid
  WHERE s.refclassid = 'pg_authid'::regclass AND r.rolname = $1 AND d.datname = current_database()`

const mostDatabases = 3

/** Which objects, in all databases, keep a role from being dropped: `owns table orders in database shop`. */
export async function dependentsOf(role: string, session: Session): Promise<string> {
  const found = (await session.rows<Dependent>(shared, role)).map((each) => formatDependent(each))
  const names = await session.rows<{ name: string }>(databases, role)
  for (const { name } of names.slice(0, mostDatabases)) {
    const within = await session
      .inDatabase(name, (other) => other.rows<Dependent>(inside, role))
      .catch((error: unknown) => {
        // Nobody may connect there: it is known only that there is something.
        if (codeOf(error) !== '55000') throw error
        return [{ owned: true, object: 'objects' }]
      })
    found.push(...within.map((each) => formatDependent(each, name)))
  }
  return formatList(found)
}

const formatDependent = ({ owned, object }: Dependent, database?: string): string =>
  `${owned ? 'owns' : 'has privileges on'} ${object}${database === undefined ? '' : ` in database ${database}`}`
