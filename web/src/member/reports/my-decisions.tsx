import type { OwnDecision } from '@kindred/contract/moderation/decisions'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import Appeal from './appeal.tsx'

/** Decisions about the viewer, with their reasons. Most members never see this section. */
export default function MyDecisions({ decisions, isShown }: { decisions: readonly OwnDecision[]; isShown: boolean }) {
  const { t } = useLingui()
  // A notification links to one of them, which wasn't there yet when the page opened.
  useEffect(() => {
    if (isShown && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isShown])
  return (
    <section className="grid gap-3" aria-labelledby="my-decisions">
      <h2 id="my-decisions">{t`Decisions about your account`}</h2>
      <ul className="grid gap-2">
        {decisions.map((decision) => (
          <Row key={decision._id} decision={decision} />
        ))}
      </ul>
    </section>
  )
}

function Row({ decision: { _id, kind, state, statement, decidedAt, endedAt } }: { decision: OwnDecision }) {
  const { t } = useLingui()
  const formats = useFormats()
  const titles: Record<OwnDecision['kind'], string> = {
    warn: t`Warning`,
    hide: t`Content removed`,
    limit: t`Restriction`,
    suspend: t`Suspension`,
    deactivate: t`Deactivation`,
    ban: t`Ban`,
  }
  const when = formats.dayAndTime(decidedAt)
  const end = endedAt && formats.dayAndTime(endedAt)
  return (
    <li id={`decision-${_id}`} className="card grid scroll-mt-16 gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <b>{titles[kind]}</b>
        <span className="text-small text-muted">{when}</span>
        {state === 'overturned' && <Badge tone="positive">{t`Overturned`}</Badge>}
        {end && state !== 'overturned' && <Badge tone="neutral">{t`Ended ${end}`}</Badge>}
      </p>
      {statement.map((line) => (
        <UserText key={line}>{line}</UserText>
      ))}
      <Appeal of={{ decisionId: _id }} endedAt={decidedAt} />
    </li>
  )
}
