import type { Liked } from '@kindred/contract/matching/choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { readQuery } from '../../api/queries.ts'
import { matching } from '../../api/member-client.ts'
import { likesQuery } from '../../api/member-queries.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tile } from '../discover/people-grid.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { photoClass } from '../../ui/classes.ts'
import { noteClass } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { peopleGridClass } from '../people/classes.ts'
import { LikeNoteText } from '../people/like-note.tsx'

export default function LikesScreen() {
  const { t } = useLingui()
  usePage(t`Likes`)
  return (
    <MemberFrame layout="wide">
      <div className="grid gap-6 px-5 py-8 sm:px-8">
        <h1>{t`Likes`}</h1>
        <Gate forMeeting>
          <Tabs
            label={t`Likes`}
            tabs={[
              { id: 'received', label: t`Who likes you`, content: <Received /> },
              { id: 'super', label: t`Super likes`, content: <Super /> },
              { id: 'given', label: t`Liked by you`, content: <Given /> },
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
  const query = useQuery(likesQuery)
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.people ? (
          <LikedList likes={data.people} empty={t`No likes yet`} />
        ) : (
          <div className="grid gap-6">
            <p className="text-lead">
              {data.count === null
                ? t`Fewer than five people like you`
                : t`${formats.isolated(data.countText)} people like you`}
            </p>
            <p className="text-muted">{t`Updated once a day. Passing or blocking someone doesn’t lower it.`}</p>
            {/* The number of tiles doesn't depend on the number of likes, so it reveals nothing. */}
            <ul className={peopleGridClass} aria-hidden="true">
              {data.blurred.map(({ _id, url }) => (
                <li key={_id} className={photoClass}>
                  <img src={url} alt="" />
                </li>
              ))}
            </ul>
            <div className={noteClass('positive')}>
              <Heart className="icon" />
              <div className="grid justify-items-start gap-3">
                <p>
                  {data.count === null ? t`See who likes you with Premium.` : t`Premium shows you who they are.`}{' '}
                  {t`People who like you also appear in your deck, mixed in with everyone else.`}
                </p>
                {data.count === null ? (
                  <Link className={buttonClass('quiet', 'sm')} to={paths.discover}>{t`Discover people`}</Link>
                ) : (
                  <Link className={buttonClass('quiet', 'sm')} to={paths.premium}>{t`Compare Free and Premium`}</Link>
                )}
              </div>
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
  return (
    <Loaded query={query}>
      {({ data }) => (
        <LikedList likes={data.likes} received={false} empty={t`No likes waiting for an answer`}>
          <Trans>People you like are here until you match.</Trans>
        </LikedList>
      )}
    </Loaded>
  )
}

type ListProps = { likes: readonly Liked[]; empty: string; received?: boolean; children?: ReactNode }

function LikedList({ likes, empty, received = true, children }: ListProps): ReactNode {
  const { t } = useLingui()
  if (likes.length === 0)
    return (
      <EmptyState
        title={empty}
        action={<Link className={buttonClass()} to={paths.discover}>{t`Discover people`}</Link>}
      >
        {children}
      </EmptyState>
    )
  return (
    <ul className={peopleGridClass}>
      {likes.map(({ user, note, noteOn, noteOnPhoto }) => (
        <li key={user._id} className="grid content-start gap-2">
          <Tile person={user} />
          <LikeNoteText like={{ note, noteOn, noteOnPhoto }} name={user.firstName} received={received} />
        </li>
      ))}
    </ul>
  )
}
