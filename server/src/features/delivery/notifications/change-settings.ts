import { ApiError, type NotificationSettings } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { makeDue } from './due.sql.ts'
import { type KindSettings, toKinds } from './rules.ts'
import { lockSettings, saveSettings } from './settings.ts'

type SettingsInput = {
  kinds?: KindSettings | undefined
  quiet?: NotificationSettings['quiet'] | undefined
}

export const changeSettings = (
  context: Deps,
  accountId: string,
  { kinds, quiet }: SettingsInput,
): Promise<NotificationSettings> =>
  unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    const before = await lockSettings(tx, accountId)
    if (!before) throw new ApiError('not_found', 'We couldn’t find this account.')
    const after = {
      kinds: toKinds((kind) => kinds?.[kind] ?? before.kinds[kind]),
      quiet: quiet === undefined ? before.quiet : quiet,
    }
    await saveSettings(tx, accountId, after)
    // The new settings may ask for a waiting notification sooner.
    await makeDue(tx, accountId, now)
    return after
  })

export const stopNotificationMail = (context: Pick<Deps, 'db' | 'clock' | 'log'>, accountId: string): Promise<void> =>
  unitOfWork(context, asMember(accountId), async ({ tx }) => {
    const before = await lockSettings(tx, accountId)
    if (!before) return
    const kinds = toKinds((kind) => ({ ...before.kinds[kind], mail: 'off' }))
    await saveSettings(tx, accountId, { kinds, quiet: before.quiet })
  })
