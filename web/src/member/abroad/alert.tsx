import type { OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Note, Spinner } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useAction } from '../use-action.ts'
import { AbroadFrame } from './frame.tsx'
import { LawNote } from './law-note.tsx'
import { savePrivacy } from './save-privacy.ts'
import { keepBefore, saveAnswer } from './stored.ts'

type Props = { country: string; user: OwnUser }

/** Hides the member, and only then tells them why. */
export default function Alert({ country, user }: Props) {
  const { t } = useLingui()
  const hiding = useAction()
  const [isHidden, setIsHidden] = useState(user.settings.paused)
  const hide = () =>
    void hiding.run(async () => {
      keepBefore(user)
      if (!isHidden) await savePrivacy({ paused: true })
      setIsHidden(true)
    })
  const start = useEffectEvent(hide)
  useEffect(() => start(), [])
  if (!isHidden)
    return (
      <AbroadFrame title={t`One moment`} lead={<Trans>We’re hiding your profile before you go on.</Trans>}>
        {hiding.text ? (
          <Problem text={hiding.text} retry={t`Try again`} onRetry={hide} />
        ) : (
          <Spinner label={t`One moment`} />
        )}
      </AbroadFrame>
    )
  return (
    <AbroadFrame
      title={t`Before anyone sees you here`}
      lead={<Trans>You’re hidden: no one new can find you until you choose. Your matches can still see you.</Trans>}
    >
      <LawNote country={country} />
      <p>
        <Trans>
          Police and others have used dating apps to find people. Be careful with your photos, your messages and who you
          meet.
        </Trans>
      </p>
      <Choice country={country} user={user} />
      <Link to={paths.safety}>{t`Emergency numbers and safety tips`}</Link>
    </AbroadFrame>
  )
}

/** Away from the button, so that pressing Enter twice doesn't confirm. */
const focus = (warning: HTMLElement | null) => warning?.focus()

function Choice({ country, user }: Props) {
  const { t } = useLingui()
  const saving = useAction()
  const [hidesGender, setHidesGender] = useState(true)
  const [isAsking, setIsAsking] = useState(false)
  const choose = (paused: boolean) =>
    void saving.run(() => savePrivacy({ paused, hideGender: hidesGender }, () => saveAnswer(user, country)))
  return (
    <div className="grid gap-4">
      <div>
        <Tick
          label={t`Hide my gender, pronouns and orientation on my profile`}
          checked={hidesGender}
          onChange={({ target }) => setHidesGender(target.checked)}
        />
        <p className="text-small text-muted">
          <Trans>People who look for one gender can still guess yours. No profile shows who you look for.</Trans>
        </p>
      </div>
      {isAsking && (
        <div ref={focus} tabIndex={-1} className="outline-none">
          <Note tone="danger" live>
            <Trans>
              Anyone here can then find your profile, including police and people who want to harm you. Your photos and
              messages could be used against you.
            </Trans>
          </Note>
        </div>
      )}
      <ErrorNote>{saving.text}</ErrorNote>
      <Button size="lg" block busy={saving.busy} onClick={() => choose(true)}>{t`Stay hidden`}</Button>
      {isAsking ? (
        <Button key="confirm" tone="danger" block disabled={saving.busy} onClick={() => choose(false)}>
          {t`Show my profile despite the risk`}
        </Button>
      ) : (
        <Button
          key="ask"
          tone="quiet"
          block
          disabled={saving.busy}
          onClick={() => setIsAsking(true)}
        >{t`Show my profile`}</Button>
      )}
      <p className="text-small text-muted">
        <Trans>
          You can change this at any time under Privacy in the settings. This device won’t ask again until you sign out.
        </Trans>
      </p>
    </div>
  )
}
