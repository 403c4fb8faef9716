import { LEAST_LINK_WEIGHT, type AccountLink } from '@kindred/contract/moderation/account-links'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useLinkReasons } from './words.ts'
import { useSigned } from '../signed.ts'

/** Traits that two accounts share, with their weights, and the decision that staff made. */
export function Why({ link: { signals, weight, at, state, decidedBy } }: { link: AccountLink }) {
  const { t } = useLingui()
  const formats = useFormats()
  const reasons = useLinkReasons()
  const { signed } = useSigned()
  const outcomes = {
    same_person: t`Marked as the same person by ${decidedBy ?? ''}`,
    dismissed: t`Dismissed by ${decidedBy ?? ''}`,
  }
  const when = formats.dayAndTime(at)
  return (
    <div className="grid justify-items-start gap-2">
      {state !== 'open' && <Badge>{outcomes[state]}</Badge>}
      <ul className="grid gap-1">
        {signals.map(({ kind, weight: points }) => (
          <li key={kind} className="flex flex-wrap gap-x-3">
            {reasons[kind]} <span className="text-muted tabular-nums">{signed(points)}</span>
          </li>
        ))}
      </ul>
      <p className="text-caption text-muted">
        <Trans>
          {weight} points ({LEAST_LINK_WEIGHT} needed to appear here). {when}
        </Trans>
      </p>
    </div>
  )
}
