import type { FieldAnswer, OwnField, OwnValues } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { assertSensitiveConsent, giveConsents } from '../consents/consents.ts'
import { findProfile, holdAccount, saveProfile } from '../profile/queries.ts'
import { assertTextNotHidden } from '../profile/removed-content.ts'
import { assertFewChanges } from '../shown-texts/shown-texts.ts'
import { missingIn } from '../users/rules.ts'
import { needed } from './required.ts'
import { checkedAnswer, storedAnswers, toOwnField } from './rules.ts'
import { toOwnValues } from '../values/rules.ts'
import { profileSettingsIn } from '../../operations/index.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Profile, Viewer } from '../../../http/session.ts'
import { asMember, unitOfWork } from '../../../work.ts'

type Settings = Awaited<ReturnType<typeof profileSettingsIn>>
type OwnFields = { fields: OwnField[]; values?: OwnValues }

function ownFields({ fields, values }: Settings, profile: Profile | null, { caller }: Answering): OwnFields {
  const answers = storedAnswers(profile)
  return {
    fields: fields.map((field) => toOwnField(field, answers[field.id], caller.language)),
    ...(values ? { values: toOwnValues(values, caller.language) } : {}),
  }
}

/** Isn't cached, so that a field or value is never offered after it was retired. */
export const listFields = async (context: Deps & Answering, { profile }: Viewer): Promise<OwnFields> =>
  ownFields(await profileSettingsIn(context.db), profile, context)

type Input = { answers: Readonly<Record<string, FieldAnswer | null>>; acceptSensitive?: boolean | undefined }

export const answerFields = (
  context: Deps & Answering,
  { account }: Viewer,
  { answers, acceptSensitive }: Input,
): Promise<OwnFields> =>
  unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    await holdAccount(tx, account.id)
    await assertFewChanges(tx, account.id, now)
    const [settings, before] = [await profileSettingsIn(tx), await findProfile(tx, account.id)]
    const { fields } = settings
    const checked = Object.entries(answers).map(([id, answer]) => checkedAnswer(fields, id, answer))
    const isJoining = missingIn(account, before).length > 0
    for (const { field, stored } of checked) {
      if (isJoining && field.asked === 'joining' && stored && 'skipped' in stored) throw needed([field])
      if (field.kind === 'text' && stored && 'value' in stored && typeof stored.value === 'string')
        await assertTextNotHidden(tx, account.id, stored.value, `answers.${field.id}`)
    }
    await giveConsents({ tx, now, config: context.config }, account.id, acceptSensitive ? ['sensitive_fields'] : [])
    if (checked.some(({ field, stored }) => field.sensitive && stored && 'value' in stored))
      await assertSensitiveConsent(tx, account.id)
    const next = { ...storedAnswers(await findProfile(tx, account.id)) }
    for (const { field, stored } of checked)
      if (stored) next[field.id] = stored
      else delete next[field.id]
    return ownFields(settings, await saveProfile(tx, account.id, { fields: JSON.stringify(next) }, now), context)
  })
