import { type account, ConsentKind, invalidField, message } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Handlers } from '../../../http/mount.ts'
import { assertFactor } from '../../../http/factor.ts'
import { consentsOf, consentVersions, findEraseAt, setConsent } from '../../profiles/index.ts'
import { confirmIdentity, lockOwnCredentials } from './account.ts'
import type { Deps } from '../../../deps.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { saveLanguage, savePasswordHash } from './queries.ts'
import { audit } from '../../operations/index.ts'
import { toInstant } from '../../../infra/clock.ts'
import { isOffered } from '../../../infra/language/own-texts.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import { revokeAllSecrets } from '../secrets/secrets.ts'
import { endSessions } from '../sessions/sessions.ts'

async function changePassword(context: Deps, viewer: Viewer, password: string): Promise<void> {
  const { account, sessionId } = viewer
  const hash = await choosePassword(context, password, account)
  await unitOfWork(context, asAccount(account), async (work) => {
    await lockOwnCredentials(work.tx, viewer)
    await savePasswordHash(work.tx, account.id, hash)
    await endSessions(work, { accountId: account.id, except: sessionId }, 'password_changed')
    await revokeAllSecrets(work.tx, account.id, work.now)
    await mailOwners(work, account.id, (link) => ({ kind: 'password-changed', details: { at: work.now, ...link } }))
    await audit(work, { action: 'password.changed', subjectId: account.id })
  })
}

type Row = { kind: string; version: string; given_at: Date; withdrawn_at: Date | null }

const toConsent = (row: Row, versions: Awaited<ReturnType<typeof consentVersions>>) => {
  const kind = ConsentKind.parse(row.kind)
  return {
    kind,
    version: row.version,
    currentVersion: versions[kind],
    givenAt: row.given_at.toISOString(),
    withdrawnAt: toInstant(row.withdrawn_at),
  }
}

const chooseLanguage = (
  context: Pick<Deps, 'db' | 'clock' | 'log'>,
  account: Account,
  language: Language,
): Promise<void> => unitOfWork(context, asAccount(account), ({ tx }) => saveLanguage(tx, account.id, language))

const done = { done: true } as const

export const accountHandlers: Handlers<typeof account> = {
  changePassword: async (context, { body }) => {
    await assertFactor(context, context.viewer)
    await confirmIdentity(context, context.viewer, body.currentPassword, 'currentPassword')
    await changePassword(context, context.viewer, body.password)
    return done
  },
  setLanguage: async (context, { body: { language } }) => {
    if (!isOffered(language)) {
      throw invalidField('language', message('This language isn’t offered here.'))
    }
    await chooseLanguage(context, context.viewer.account, language)
    return { language }
  },
  listConsents: async (context) => {
    const { db, viewer } = context
    const [rows, erasesAt, versions] = await Promise.all([
      consentsOf(db, viewer.account.id),
      findEraseAt(db, viewer.account.id),
      consentVersions(context),
    ])
    return {
      data: { consents: rows.map((row) => toConsent(row, versions)), erasesAt: toInstant(erasesAt) },
    }
  },
  setConsent: async (context, { params, body }) => {
    await setConsent(context, context.viewer, params.kind, body.given)
    return done
  },
}
