import type { AccountLink, LinkOutcome } from '@kindred/contract/moderation/account-links'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Why } from './why.tsx'
import { UserLink } from '../user-link.tsx'

type Props = {
  link: AccountLink
  /** The one that the keys decide. */
  isCurrent: boolean
  onDecide: (outcome: LinkOutcome) => void
}

/** Two accounts, what they share, and the decision. */
export function AccountLinkCard({ link, isCurrent, onDecide }: Props) {
  const { t } = useLingui()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <section
      ref={card}
      className={`card grid scroll-my-20 gap-4 ${isCurrent ? 'outline-2 outline-ink' : ''}`}
      aria-label={link.user.name}
      aria-current={isCurrent || undefined}
    >
      <div className="flex flex-wrap items-start gap-6">
        <User user={link.user} label={t`New account`} />
        <User user={link.banned} label={t`Earlier account`} />
      </div>
      <Why link={link} />
      <div className="flex flex-wrap gap-2">
        <Button aria-keyshortcuts="a" onClick={() => onDecide('same_person')}>
          {t`Same person`}
        </Button>
        <Button tone="quiet" aria-keyshortcuts="x" onClick={() => onDecide('dismissed')}>
          {t`Dismiss`}
        </Button>
      </div>
    </section>
  )
}

function User({ user, label }: { user: AccountLink['user']; label: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  const joined = formats.day(user.joinedAt)
  return (
    <p className="grid justify-items-start gap-1">
      <span className="text-caption text-muted">{label}</span>
      <UserLink id={user._id}>
        <bdi>{user.name}</bdi>
      </UserLink>
      {user.state === 'banned' && <Badge tone="danger">{t`Banned`}</Badge>}
      <span className="text-caption">
        <Trans>Joined {joined}</Trans>
      </span>
    </p>
  )
}
