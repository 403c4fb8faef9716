import type { OwnUser } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { setSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'
import { AbroadFrame } from './frame.tsx'
import { savePrivacy } from './save-privacy.ts'
import { earlierSettings, forgetTrip } from './stored.ts'

/** After a trip, offers the settings of before it, once. */
export default function Returned({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const restoring = useAction()
  const earlier = earlierSettings(user)
  const isAsBefore = Object.keys(earlier).length === 0
  const goOn = () => {
    forgetTrip()
    setSession({ user: { ...user } })
  }
  const leaveIfAsBefore = useEffectEvent(() => {
    if (isAsBefore) goOn()
  })
  useEffect(() => leaveIfAsBefore(), [isAsBefore])
  if (isAsBefore) return null
  return (
    <AbroadFrame
      title={t`Welcome back`}
      lead={t`The warning no longer applies where you are. Restore your earlier settings?`}
    >
      <ul className="m-0 grid list-none gap-2 p-0">
        {earlier.paused !== undefined && (
          <li>
            {earlier.paused
              ? t`Snooze will be on, so no one new can find you.`
              : t`People will be able to find you again.`}
          </li>
        )}
        {earlier.hideGender !== undefined && (
          <li>{earlier.hideGender ? t`Your gender will be hidden.` : t`Your profile will show your gender again.`}</li>
        )}
      </ul>
      <ErrorNote>{restoring.text}</ErrorNote>
      <div className="grid gap-4">
        <Button
          size="lg"
          block
          busy={restoring.busy}
          onClick={() => void restoring.run(() => savePrivacy(earlier, forgetTrip))}
        >{t`Restore my settings`}</Button>
        <Button tone="quiet" block disabled={restoring.busy} onClick={goOn}>{t`Keep my current settings`}</Button>
      </div>
    </AbroadFrame>
  )
}
