import type { OwnInvitation } from '@kindred/contract/identity/invitations'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { admissions, ownInvitationsQuery } from '../../api/admission-client.ts'
import { invitationLink } from '../../api/invitation-link.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useNow } from '../../ui/use-now.ts'
import { useAction } from '../use-action.ts'
import { Panel } from './panel.tsx'

const QrCode = lazy(() => import('../../ui/qr-code.tsx'))

/** The member's invitation codes. They say whether they were used, and nothing about the people who used them. */
export function InvitePanel() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const action = useAction()
  const query = useQuery(ownInvitationsQuery)
  const { limit = 0, from = null, invitations = [] } = query.data?.data ?? {}
  const change = (work: () => Promise<unknown>) =>
    action.run(async () => {
      await work()
      await queryClient.invalidateQueries(ownInvitationsQuery)
    })
  const left = limit - invitations.length
  return (
    <Panel
      id="invite"
      title={t`Invite friends`}
      lead={t`Each code lets one person join. You’ll see that it was used, and never who used it or what they do here.`}
      error={action.text}
      needs={query}
    >
      {invitations.length > 0 && (
        <ul className="grid">
          {invitations.map((each) => (
            <Code
              key={each._id}
              invitation={each}
              busy={action.busy}
              onEnd={() => void change(() => admissions.endMyInvitation({ params: { id: each._id } }))}
            />
          ))}
        </ul>
      )}
      <More
        left={left}
        from={from}
        busy={action.busy}
        onMore={() => void change(() => admissions.createMyInvitation())}
      />
    </Panel>
  )
}

type MoreProps = { left: number; from: string | null; busy: boolean; onMore: () => void }

function More({ left, from, busy, onMore }: MoreProps) {
  const { t } = useLingui()
  const { day } = useFormats()
  const now = useNow()
  if (from === null) return <p className="text-ink-2">{t`You can’t invite people at the moment.`}</p>
  if (Date.parse(from) > now) return <p className="text-ink-2">{t`You can invite people from ${day(from)}.`}</p>
  if (left <= 0) return <p className="text-ink-2">{t`You’ve created all your invitations.`}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="quiet" busy={busy} onClick={onMore}>{t`Create an invitation`}</Button>
      <span className="text-small text-muted">
        <Plural value={left} one="# invitation left" other="# invitations left" />
      </span>
    </div>
  )
}

type CodeProps = { invitation: OwnInvitation; busy: boolean; onEnd: () => void }

function Code({ invitation: { code, used }, busy, onEnd }: CodeProps) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const link = invitationLink(code)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast({ text: t`Link copied` })
    } catch {
      toast({ text: t`We couldn’t copy the link. Select it and copy it yourself.`, bad: true })
    }
  }
  return (
    <li className="grid gap-3 border-t border-line py-3 first:border-0">
      <p className="flex flex-wrap items-center gap-3">
        <bdi className={`font-medium tabular-nums ${used ? 'text-muted' : ''}`}>{code}</bdi>
        {used && <Badge>{t({ message: 'Used', context: 'invitation' })}</Badge>}
      </p>
      {!used && (
        <div className="flex flex-wrap gap-2">
          <Button tone="quiet" size="sm" aria-label={t`Copy the link of ${code}`} onClick={() => void copy()}>
            {t`Copy link`}
          </Button>
          {'share' in navigator && (
            <Button
              tone="quiet"
              size="sm"
              aria-label={t`Send the link of ${code}`}
              // Closing the system's share sheet rejects the promise, which isn't an error.
              onClick={() => void navigator.share({ url: link }).catch(() => {})}
            >
              {t`Send`}
            </Button>
          )}
          <Button
            tone="quiet"
            size="sm"
            aria-expanded={isShown}
            aria-label={t`QR code of ${code}`}
            onClick={() => setShown(!isShown)}
          >
            {t`QR code`}
          </Button>
          <Button tone="ghost" size="sm" disabled={busy} aria-label={t`End ${code}`} onClick={onEnd}>
            <Trans context="invitation">End</Trans>
          </Button>
        </div>
      )}
      {!used && isShown && (
        <Suspense fallback={<div className="aspect-square w-full max-w-60 rounded-md bg-sunken" />}>
          <QrCode text={link} label={t`QR code of ${code}`} />
        </Suspense>
      )}
    </li>
  )
}
