import { randomBytes } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { revokePriorCredentials, createAccount, hasAddress } from '../features/identity/index.ts'
import { audit } from '../features/operations/index.ts'
import { SYSTEM, unitOfWork } from '../work.ts'

export type FirstAdministrator = { email: string; password: string; made: boolean }

/** Creates the configured account, or one whose generated password is printed once. */
export async function createFirstAdministrator(deps: Deps): Promise<FirstAdministrator | null> {
  const { config, passwords } = deps
  if (await anyAdministrator(deps)) return null
  // A generated password would stay in the log.
  if (config.production && !(config.ADMIN_EMAIL && config.ADMIN_PASSWORD))
    throw new Error(
      'There’s no administrator yet. For the first start, set ADMIN_EMAIL and ADMIN_PASSWORD. ' +
        'Afterward, ADMIN_PASSWORD isn’t needed anymore.',
    )
  const email = config.ADMIN_EMAIL ?? 'admin@kindred.example'
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  await unitOfWork(deps, SYSTEM, async (work) => {
    const existing = await work.tx.selectFrom('accounts').select('id').where(hasAddress(email)).executeTakeFirst()
    const password_hash = await passwords.hash(password)
    // Someone else may have registered the address before, and none of their credentials may remain.
    if (existing) await revokePriorCredentials(work, existing.id)
    const admin = existing
      ? await work.tx
          .updateTable('accounts')
          .set({ is_admin: true, staff_role: null, password_hash, email_verified_at: work.now })
          .where('id', '=', existing.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await createAccount(work, {
          first_name: config.BRAND_NAME,
          last_name: 'Admin',
          email,
          email_verified_at: work.now,
          password_hash,
          is_admin: true,
        })
    await audit(work, { action: 'administrator.made', subjectId: admin.id })
  })
  return { email, password, made: config.ADMIN_PASSWORD === undefined }
}

const anyAdministrator = async ({ db }: Deps): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()) !== undefined
