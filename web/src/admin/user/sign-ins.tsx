import type { UserDetails } from '@kindred/contract/moderation/user-details'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWaitingText } from '../approvals/use-waiting-text.ts'
import type { UserPage } from './use-user-details.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { useMay } from '../../session/rights.ts'

/** Where they are signed in, and who tried. */
export function SignIns({ data: { sessions, signIns }, page }: { data: UserDetails; page: UserPage }) {
  const { t } = useLingui()
  const formats = useFormats()
  const may = useMay()
  const waitingText = useWaitingText()
  const when = formats.dayAndTime
  const shown = page.reveal.data?.data.signIns ?? signIns
  const signOut = () =>
    page.signOut.mutate(undefined, {
      onSuccess: ({ approval }) => toast({ text: approval ? waitingText(approval) : t`Signed out everywhere.` }),
      onError: (error) => toast({ text: errorText(error), bad: true }),
    })
  return (
    <section className="card grid gap-3" aria-labelledby="sign-ins">
      <h2 id="sign-ins">
        <Trans>Sign-ins</Trans>
      </h2>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <Plural
          value={sessions.length}
          _0="No active sessions."
          one="Signed in on # device."
          other="Signed in on # devices."
        />
        {sessions.length > 0 && may('users.edit') && (
          <Button tone="quiet" size="sm" busy={page.signOut.isPending} onClick={signOut}>
            <Trans>Sign out everywhere</Trans>
          </Button>
        )}
      </p>
      <ul className="grid gap-2">
        {shown.slice(0, 10).map(({ at, outcome, device, address }) => (
          <li key={at} className="grid text-caption">
            <span>
              {device} {outcome === 'failed' && <b className="text-danger">{t`failed`}</b>}
            </span>
            <span className="text-muted tabular-nums">
              {when(at)} · {address}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
