import type { CardAction } from '@kindred/contract/matching/choices'
import type { Card } from '@kindred/contract/discovery/deck'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { toPerson } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { pictureIn } from '../../ui/picture.ts'
import { mediaClass, personClass } from '../people/classes.ts'
import { Cover, photoSizes } from '../people/cover.tsx'
import type { LikeDetails } from '../people/liking.tsx'
import { PersonMenu } from '../people/person-menu.tsx'
import { Story } from '../people/story.tsx'
import { useLikeWithNote } from '../people/use-like-with-note.tsx'
import { closenessOf } from './announcement.tsx'
import { Dock } from './dock.tsx'
import { flyAway, useSwipe } from './use-swipe.ts'

/** The edge of the next card, which grows as the current one moves. It isn't interactive. */
const NextPeek = ({ next }: { next: Card | undefined }) => {
  const [first] = next?.user.pictures ?? []
  if (!next) return null
  return (
    <div
      className="absolute inset-x-4 -top-1.5 bottom-2 overflow-hidden rounded-xl bg-sunken shadow-sm short:top-1"
      aria-hidden="true"
      data-peek
    >
      {first && (
        <img
          className="size-full object-cover object-[50%_30%] opacity-80"
          {...pictureIn(first.url, photoSizes)}
          alt=""
          draggable={false}
        />
      )}
    </div>
  )
}

type Props = {
  card: Card
  /** True if the card follows another one, so that the member can continue by keyboard. */
  takesFocus: boolean
  next: Card | undefined
  onChoose: (userId: string, action: CardAction, details?: LikeDetails) => void
  onUndo: () => void
  /** In Friends, what is shown below the buttons. People are liked or passed there, without notes. */
  friendsLeft?: ReactNode
}

/** Shows one person at a time as a story: photos and words in turn, with the buttons within reach. */
export function Deck({ card, next, takesFocus, onChoose, onUndo, friendsLeft }: Props) {
  const { t } = useLingui()
  const isFriends = friendsLeft !== undefined
  const { user, interval, reasons, boosted } = card
  const front = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const parts = () => [front.current, words.current].filter((part) => part !== null)
  const choose = (action: CardAction, details?: LikeDetails) => {
    flyAway(parts(), action)
    onChoose(user._id, action, details)
  }
  const noted = useLikeWithNote(user, (details) => choose('like', details))
  const onLike = isFriends ? undefined : noted.like
  const swipe = useSwipe(parts, choose, { sideways: isFriends })
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    window.scrollTo({ top: 0 })
    article.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const person = { ...user, ...closenessOf(card) }
  const menu = (
    <PersonMenu
      person={{ id: user._id, name: user.firstName }}
      photo={user.pictures[0]}
      boosted={boosted}
      isRanked={!isFriends}
      before={
        isFriends
          ? []
          : [
              { label: t`View profile`, onSelect: () => void navigate(toPerson(user._id)) },
              { label: t`Like with a note`, onSelect: () => noted.like('profile') },
              { label: t`Set aside for a week`, onSelect: () => choose('later') },
            ]
      }
    />
  )
  return (
    <article ref={article} tabIndex={-1} className={`${personClass} outline-none`} aria-label={user.firstName}>
      <div className={mediaClass}>
        <div className="relative phone:mt-1 short:mt-0">
          <NextPeek next={next} />
          <div ref={front} className="relative" {...swipe.card}>
            <Cover
              person={person}
              interval={interval}
              reasons={reasons}
              boosted={boosted}
              onLike={onLike}
              menu={menu}
              isCard
              isLinked={!isFriends}
            />
          </div>
        </div>
        <Dock
          name={user.firstName}
          onChoose={choose}
          onUndo={onUndo}
          pull={swipe.star}
          {...(isFriends ? { friendsLeft } : {})}
        />
      </div>
      <Story
        person={person}
        interval={interval}
        reasons={reasons}
        onLike={onLike}
        frame={{ ref: words, ...swipe.card }}
      />
      {noted.dialog}
    </article>
  )
}
