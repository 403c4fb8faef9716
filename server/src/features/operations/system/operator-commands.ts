import { randomBytes } from 'node:crypto'
import { verifyAudit } from '../audit/audit.ts'
import type { Db } from '../../../infra/db/db.ts'
import { distribute, type Say, undistribute, whatCitusNeeds } from '../../../infra/db/distribute.ts'
import { errorCode } from '../../../infra/error-fields.ts'
import { plural } from '../../../infra/words.ts'
import { APP_ROLE, createAppRole, grantToApp } from '../../../infra/db/roles.ts'

// The operator commands that concern the database itself: npm run admin -- create-roles, distribute, undistribute and
// verify-audit.

const INSUFFICIENT_PRIVILEGE = '42501'

const addressWith = (url: string, password: string): string => {
  const address = new URL(url)
  address.username = APP_ROLE
  address.password = password
  return address.href
}

type Role = { url: string | undefined; password: string | undefined }

/**
 * Returns the next steps. A password that the operator chose is never printed, because the output of a job is kept in
 * logs.
 */
export async function createRoles(db: Db, { url, password: chosen }: Role): Promise<string> {
  if (url === undefined) return `The embedded database already has two roles. The server uses ${APP_ROLE}.`
  const password = chosen ?? randomBytes(24).toString('base64url')
  const isNew = await createAppRole(db, password).catch((error: unknown) => {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error
    const statement = `create role ${APP_ROLE} login password '${chosen ? '…' : password}'`
    throw new Error(
      `This role can’t create others. Run this with a role that can, then repeat the command:\n  ${statement}`,
    )
  })
  await grantToApp(db)
  const next = 'Keep the owner’s URL for updates: run this command with it again before you start a new version.'
  if (!isNew) return `${APP_ROLE} already exists, keeps its password and has the right permissions. ${next}`
  return chosen
    ? `${APP_ROLE} is created, with APP_PASSWORD as its password. ${next}`
    : `Start the server with this URL from now on:\nDATABASE_URL=${addressWith(url, password)}\n${next}`
}

/** Throws the unmet requirements if tables can't be distributed over the workers of a Citus cluster. */
export async function distributeTables(db: Db, say: Say): Promise<string> {
  const needs = await whatCitusNeeds(db)
  if (needs.length > 0) throw new Error(needs.join('\n'))
  await distribute(db, say)
  return 'What grows with your members is distributed over the workers.'
}

export async function undistributeTables(db: Db, say: Say): Promise<string> {
  await undistribute(db, say)
  return 'All tables are on this server.'
}

const rows = (count: number) => plural(count, { one: '# row', other: '# rows' })

export async function verifyAuditLog(db: Db, earlierHead?: string): Promise<string> {
  const { checked, erased, head, problem } = await verifyAudit(db, earlierHead)
  if (problem) throw new Error(`${problem}\nChecked ${rows(checked)} before it.`)
  const advice =
    'Save it elsewhere and pass it to this command next time: it shows whether the log was cut or rewritten since.'
  const counts = `Checked ${rows(checked)} and found no problems. The contents of ${rows(erased)} had been erased.`
  return `${counts}\nHead: ${head}\n${advice}`
}
