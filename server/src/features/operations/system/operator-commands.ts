import { randomBytes } from 'node:crypto'
import { verifyAudit } from '../audit/verify-audit.ts'
import type { Db } from '../../../infra/db/db.ts'
import { errorCode } from '../../../infra/error-fields.ts'
import { APP_ROLE, createAppRole, grantToApp, mayRewriteAudit, ONE_ROLE } from '../../../infra/db/roles.ts'

// The operator commands that concern the database itself: npm run admin -- create-roles, checks and verify-audit.

const INSUFFICIENT_PRIVILEGE = '42501'

const addressWith = (url: string, password: string): string => {
  const address = new URL(url)
  address.username = APP_ROLE
  address.password = password
  return address.href
}

/** Creates the database role that the server uses, grants it what it needs, and returns what to do next. */
export async function createRoles(db: Db, url: string | undefined): Promise<string> {
  if (url === undefined) return `The embedded database has two roles already; the server works as ${APP_ROLE}.`
  const password = randomBytes(24).toString('base64url')
  const isNew = await createAppRole(db, password).catch((error: unknown) => {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error
    const statement = `create role ${APP_ROLE} login password '${password}'`
    throw new Error(
      `This role may not make others. Have one that may run this, and then repeat the command:\n  ${statement}`,
    )
  })
  await grantToApp(db)
  const next = 'Keep the address of the owner for updates: run this command with it again before a new version starts.'
  return isNew
    ? `Start the server with this address from now on:\nDATABASE_URL=${addressWith(url, password)}\n${next}`
    : `${APP_ROLE} is there already and keeps its password; it may do what it should. ${next}`
}

/** Fails the command when the server's role could rewrite the audit log. */
export async function checkDatabaseRole(db: Db): Promise<string> {
  if (await mayRewriteAudit(db)) throw new Error(ONE_ROLE)
  return 'All is as it should be: the server can add to the audit log and read it, and nothing else.'
}

const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

/** Verifies the audit log. A problem in it fails the command. */
export async function verifyAuditLog(db: Db, earlierHead?: string): Promise<string> {
  const { checked, erased, head, problem } = await verifyAudit(db, earlierHead)
  if (problem) throw new Error(`${problem}\n${rows(checked)} before it checked.`)
  const advice =
    'Keep it elsewhere, and give it to this command next time: a log that was cut or rewritten since does not have it.'
  return `${rows(checked)} checked, nothing wrong. ${rows(erased)} with erased contents.\nHead: ${head}\n${advice}`
}
