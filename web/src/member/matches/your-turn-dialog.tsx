import type { Match } from '@kindred/contract/matching/matches'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { matchesQuery } from '../../api/member-queries.ts'
import { useSettings } from '../../api/settings.ts'
import { toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import UnmatchDialog from '../chat/unmatch-dialog.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { useLine } from './thread.tsx'
import type { Paused } from './your-turn.ts'

/** The people who wait for an answer, while too many do for another like. */
export default function YourTurnDialog({ deck, onClose }: { deck: Paused; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery({ ...matchesQuery, staleTime: 0 })
  const [leaving, setLeaving] = useState<Match>()
  const [hasLeft, setHasLeft] = useState(false)
  const goBack = () => setLeaving(undefined)
  const goOn = () => {
    setHasLeft(true)
    goBack()
  }
  if (leaving) return <UnmatchDialog match={leaving} onClose={goBack} onLeft={goOn} />
  return (
    <Dialog onClose={onClose} title={t`Your turn`}>
      <Loaded query={query}>
        {({ data }) => (
          <Waiting
            matches={data.matches.filter(({ yourTurn, kind = 'dating' }) => yourTurn && kind === deck)}
            hasLeft={hasLeft}
            onGo={onClose}
            onLeave={(match) => setLeaving(match)}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

type WaitingProps = {
  matches: readonly Match[]
  hasLeft: boolean
  onGo: () => void
  onLeave: (match: Match) => void
}

function Waiting({ matches, hasLeft, onGo, onLeave }: WaitingProps) {
  const { t } = useLingui()
  const { yourTurnLimit } = useSettings()
  const count = matches.length
  // A like was refused, so likes are paused at least until a conversation was closed here.
  if (count === 0 || (hasLeft && count < yourTurnLimit))
    return (
      <>
        <p role="status">{t`You can like people again. Thank you for not leaving anyone waiting.`}</p>
        <Button className="justify-self-start" onClick={onGo}>{t`Keep going`}</Button>
      </>
    )
  return (
    <>
      <p>
        <Plural
          value={count}
          one="# person is waiting to hear from you. Reply, or close the conversation kindly, and you can like more people."
          other="# people are waiting to hear from you. Reply to one, or close a conversation kindly, and you can like more people."
        />
      </p>
      <ul className="-mx-2 grid min-w-0 grid-cols-1 gap-1">
        {matches.map((match) => (
          <One key={match._id} match={match} onGo={onGo} onLeave={() => onLeave(match)} />
        ))}
      </ul>
      <p className="text-small text-muted">
        <Trans>Closing ends the conversation for both of you. You choose whether to say goodbye.</Trans>
      </p>
    </>
  )
}

function One({ match, onGo, onLeave }: { match: Match; onGo: () => void; onLeave: () => void }) {
  const { t } = useLingui()
  const { firstName: name, profilePicture } = match.user
  return (
    <li className="flex items-center gap-2">
      <Link
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md p-2 text-inherit no-underline [&:hover]:bg-sunken"
        {...toChat(match._id)}
        onClick={onGo}
      >
        <Avatar name={name} src={profilePicture} size={44} />
        <span className="min-w-0">
          <span className="block truncate font-medium" dir="auto">
            {name}
          </span>
          <span className="block truncate text-small text-muted" dir="auto">
            {useLine(match)}
          </span>
        </span>
      </Link>
      <Button
        tone="quiet"
        size="sm"
        className="flex-none"
        aria-label={t`Close the conversation with ${name} kindly`}
        onClick={onLeave}
      >
        {t`Close kindly`}
      </Button>
    </li>
  )
}
