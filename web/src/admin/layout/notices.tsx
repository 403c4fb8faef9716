import { Plural, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { AtSign, Bell, ShieldAlert, UserRoundCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { paths } from '../../paths.ts'
import { HrefLink, Link } from '../../router/link.tsx'
import { read, write } from '../../session/storage.ts'
import { useSession } from '../../session/store.ts'
import { buttonClass, iconButtonClass } from '../../ui/button.tsx'
import { noMentions, type Mentions } from './mentions.ts'
import { Popover } from '../../ui/popover.tsx'

const KEY = 'kindred.second-factor-later'

const secondFactorQuery = readQuery(['getSecondFactor'], backOffice.getSecondFactor)
const passkeysQuery = readQuery(['listPasskeys'], backOffice.listPasskeys)

/** Offers two-step sign-in to staff. Once dismissed, the offer stays hidden until the next sign-in. */
function useSecondFactor(isLater: boolean) {
  // The frame stays mounted for a moment after sign-out, and must not send requests then.
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const [factor, passkeys] = useQueries({
    queries: [
      { ...secondFactorQuery, enabled: isSignedIn && isLater },
      { ...passkeysQuery, enabled: isSignedIn && isLater },
    ],
  })
  const [isDismissed, setDismissed] = useState(() => read(KEY, 'sessionStorage') === 'yes')
  const present = factor.data?.data
  const isRequired = present?.required === true
  const isUnprotected = present?.enabled === false && passkeys.data?.data.passkeys.length === 0
  const dismiss = () => {
    write(KEY, 'yes', 'sessionStorage')
    setDismissed(true)
  }
  return { isOffered: isUnprotected && (!isDismissed || isRequired), isRequired, dismiss }
}

/** True once the page has had time to load. Notices don't compete with it for the network. */
function useLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), 2000)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

const MentionWatch = lazy(() => import('./mention-watch.tsx'))

const itemClass = 'flex min-h-11 items-center gap-3 rounded-md px-3 py-2 text-ink no-underline hover:bg-sunken'

/** What needs this viewer's attention: a dot in the top bar, and a list behind it. */
export function Notices({ approvals: count }: { approvals: number }) {
  const { t } = useLingui()
  const isLater = useLater()
  const { isOffered, isRequired, dismiss } = useSecondFactor(isLater)
  const [{ mentions, read }, setMentions] = useState<Mentions>(noMentions)
  return (
    <>
      {isLater && (
        <Suspense>
          <MentionWatch onFound={setMentions} />
        </Suspense>
      )}
      <NoticesButton count={(count > 0 ? 1 : 0) + (isOffered ? 1 : 0) + mentions.length}>
        {mentions.map(({ _id, text, link }) => (
          <HrefLink key={_id} className={itemClass} href={link} onClick={() => read(_id)}>
            <AtSign className="icon" />
            {text}
          </HrefLink>
        ))}
        {count > 0 && (
          <Link className={itemClass} to={paths.approvals}>
            <UserRoundCheck className="icon" />
            <Plural value={count} one="# request needs your approval." other="# requests need your approval." />
          </Link>
        )}
        {isOffered && (
          <Link className={itemClass} to={paths.settings} hash="second-factor">
            <ShieldAlert className="icon" />
            {isRequired
              ? t`Administrators must use two-step verification.`
              : t`Two-step verification protects every account you manage.`}
          </Link>
        )}
        {isOffered && !isRequired && (
          <button type="button" className={buttonClass('ghost', 'sm', 'justify-self-end')} onClick={dismiss}>
            {t`Not now`}
          </button>
        )}
      </NoticesButton>
    </>
  )
}

export function NoticesButton({ count = 0, children }: { count?: number; children?: ReactNode }) {
  const { t } = useLingui()
  const name = count === 0 ? t`Notices` : t`Notices: ${count}`
  return (
    <span className="relative flex-none phone:order-3">
      <Popover label={t`Notices`} name={name} className={iconButtonClass('ghost')} trigger={<Bell size={18} />} isList>
        {count > 0 ? children : <p className="px-3 py-2 text-muted">{t`Nothing needs your attention.`}</p>}
      </Popover>
      {count > 0 && (
        <span
          className={
            'pointer-events-none absolute inset-e-1.5 top-1.5 size-2 rounded-full bg-danger ' +
            'shadow-[0_0_0_2px_var(--surface)] pointer-coarse:inset-e-2.5 pointer-coarse:top-2.5'
          }
          aria-hidden="true"
        />
      )}
      <span role="status" className="sr-only">
        {count > 0 && name}
      </span>
    </span>
  )
}
