import type { Action, Liked } from '@kindred/contract/matching/choices'
import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Heart, MessageCircle, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { readQuery } from '../../api/queries.ts'
import { matching } from '../../api/member-client.ts'
import { likesQuery, matchesQuery } from '../../api/member-queries.ts'
import { useIsOn } from '../../api/house.ts'
import { usePage } from '../../api/settings.ts'
import { paths, toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tile } from '../discover/people-grid.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { photoClass } from '../../ui/classes.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { peopleGridClass } from '../people/classes.ts'
import { unknownCloseness } from '../people/words.ts'
import { LikeNoteText } from '../people/like-note.tsx'
import { useChoose } from '../people/use-choose.tsx'
import { useIsQuiet } from '../use-is-quiet.ts'
import { AddNote } from './add-note.tsx'
import { SetAside } from './set-aside.tsx'

/** Stays within reach while the tiles scroll by. */
const seeWhoClass =
  'pointer-events-none sticky bottom-0 z-4 grid justify-items-center bg-[linear-gradient(transparent,var(--canvas)_60%)] ' +
  'pt-8 pb-4 *:pointer-events-auto *:min-w-56 phone:bottom-13 short:bottom-0'

export default function LikesScreen() {
  const { t } = useLingui()
  usePage(t`Likes`)
  return (
    <MemberFrame layout="wide">
      <div className="grid gap-6 px-5 py-8 sm:px-8 phone:pt-2">
        <h1>{t`Likes`}</h1>
        <Gate forMeeting>
          <Tabs
            label={t`Likes`}
            tabs={[
              { id: 'received', label: t`Who likes you`, content: <Received /> },
              { id: 'super', label: t`Super likes`, content: <Super /> },
              { id: 'given', label: t`Liked by you`, content: <Given /> },
              { id: 'aside', label: t({ message: 'Later', context: 'people set aside' }), content: <SetAside /> },
            ]}
          />
        </Gate>
      </div>
    </MemberFrame>
  )
}

function Received() {
  const { t } = useLingui()
  const formats = useFormats()
  const isQuiet = useIsQuiet()
  const hasPremium = useIsOn('premium')
  const query = useQuery(likesQuery)
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.people ? (
          <LikedList likes={data.people} empty={t`No likes yet`} answers />
        ) : data.count === null ? (
          <EmptyState
            title={isQuiet ? t`Who likes you` : t`At most four so far`}
            action={<Link className={buttonClass('primary')} to={paths.discover}>{t`Discover people`}</Link>}
          >
            {t`People who like you also appear in your deck, mixed in with everyone else.`}
          </EmptyState>
        ) : (
          <div className="grid gap-6">
            <div className="grid gap-1">
              {!isQuiet && <p className="text-lead">{t`${formats.isolated(data.countText)} people like you`}</p>}
              <p className="text-small text-muted">
                {!isQuiet && <>{t`Updated once a day. Passing or blocking someone doesn’t lower it.`} </>}
                {t`People who like you also appear in your deck, mixed in with everyone else.`}
              </p>
            </div>
            {/* The number of tiles doesn't depend on the number of likes, so it reveals nothing. */}
            {hasPremium && (
              <ul className={peopleGridClass} aria-hidden="true">
                {data.blurred.map(({ _id, url }) => (
                  <li key={_id} className={photoClass}>
                    <img src={url} alt="" />
                  </li>
                ))}
              </ul>
            )}
            <div className={seeWhoClass}>
              {!hasPremium ? (
                <Link className={buttonClass('primary', 'lg')} to={paths.discover}>{t`Discover people`}</Link>
              ) : (
                <Link className={buttonClass('primary', 'lg')} to={paths.premium}>{t`See who`}</Link>
              )}
            </div>
          </div>
        )
      }
    </Loaded>
  )
}

function Super() {
  const { t } = useLingui()
  const query = useQuery(likesQuery)
  return (
    <Loaded query={query}>{({ data }) => <LikedList likes={data.superlikes} empty={t`No super likes yet`} />}</Loaded>
  )
}

function Given() {
  const { t } = useLingui()
  const query = useQuery(readQuery(['listGivenLikes'], matching.listGivenLikes))
  const matches = useQuery(matchesQuery).data?.data.matches ?? []
  return (
    <Loaded query={query}>
      {({ data }) => (
        <div className="grid gap-8">
          {(data.likes.length > 0 || matches.length === 0) && (
            <LikedList likes={data.likes} received={false} empty={t`No likes waiting for an answer`}>
              <Trans>People you like are here until you match.</Trans>
            </LikedList>
          )}
          {matches.length > 0 && <Matched matches={matches} />}
        </div>
      )}
    </Loaded>
  )
}

/** People who liked the viewer back, with a way to their conversation. */
function Matched({ matches }: { matches: readonly Match[] }) {
  const { t } = useLingui()
  return (
    <section className="grid gap-4" aria-labelledby="matched">
      <h2 id="matched">{t`They like you too`}</h2>
      <ul className={peopleGridClass}>
        {matches.map(({ _id, user, user: { firstName: name } }) => (
          <li key={_id} className="grid content-start gap-2">
            <Tile person={{ ...user, ...unknownCloseness }} />
            <Link className={buttonClass('quiet', 'sm')} {...toChat(_id)} aria-label={t`Message ${name}`}>
              <MessageCircle size={16} />
              <Trans context="verb">Message</Trans>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ListProps = {
  likes: readonly Liked[]
  empty: string
  received?: boolean
  /** True if each person can be answered here. */
  answers?: boolean
  children?: ReactNode
}

function LikedList({ likes, empty, received = true, answers = false, children }: ListProps): ReactNode {
  const { t } = useLingui()
  const { choose, busy, moment } = useChoose()
  return (
    <>
      {moment}
      {likes.length === 0 ? (
        <EmptyState
          title={empty}
          action={<Link className={buttonClass()} to={paths.discover}>{t`Discover people`}</Link>}
        >
          {children}
        </EmptyState>
      ) : (
        <ul className={peopleGridClass}>
          {likes.map(({ user, note, noteOn, noteOnPhoto }) => (
            <li key={user._id} className="grid content-start gap-2">
              <Tile person={user} />
              <LikeNoteText like={{ note, noteOn, noteOnPhoto }} name={user.firstName} received={received} />
              {!received && !note && <NoteButton person={{ id: user._id, name: user.firstName }} />}
              {answers && (
                <Answers
                  name={user.firstName}
                  busy={busy}
                  onAnswer={(action) => choose({ id: user._id, name: user.firstName }, action)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** It stays after the like was seen. Otherwise, it would tell the sender so without being used. */
function NoteButton({ person }: { person: { id: string; name: string } }) {
  const { t } = useLingui()
  const { name } = person
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" size="sm" aria-label={t`Add a note for ${name}`} onClick={() => setOpen(true)}>
        <MessageCircle size={16} />
        {t`Add a note`}
      </Button>
      {isOpen && <AddNote person={person} onClose={() => setOpen(false)} />}
    </>
  )
}

type AnswersProps = { name: string; busy: boolean; onAnswer: (action: Action) => void }

function Answers({ name, busy, onAnswer }: AnswersProps) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button tone="quiet" disabled={busy} aria-label={t`Pass on ${name}`} onClick={() => onAnswer('pass')}>
        <X size={20} />
      </Button>
      <Button tone="soft" disabled={busy} aria-label={t`Like ${name} back`} onClick={() => onAnswer('like')}>
        <Heart size={20} />
      </Button>
    </div>
  )
}
