import type { OwnUser } from '@kindred/contract/profiles/users'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsOn } from '../../api/house.ts'
import { Menu } from '../../ui/menu.tsx'
import { adviceFor, type AdviceKind, keyOf, MANY_PHOTOS, SOME_INTERESTS } from './advice.ts'
import { useAskedBasics } from './basics-fields.tsx'
import { usePutAway } from './put-away.ts'
import type { SheetId } from './rows.tsx'
import { useIsDark } from './use-is-dark.ts'

const sheetOf: Record<AdviceKind, SheetId> = {
  photos: 'photos',
  dark: 'photos',
  small: 'photos',
  descriptions: 'photos',
  verification: 'verification',
  bio: 'bio',
  shortBio: 'bio',
  prompts: 'prompts',
  shortPrompt: 'prompts',
  interests: 'interests',
  intention: 'basics',
  basics: 'basics',
  voice: 'voice',
}

function useWords(user: OwnUser): Record<AdviceKind, { title: ReactNode; why: ReactNode }> {
  const photos = MANY_PHOTOS - user.pictures.length
  const interests = SOME_INTERESTS - user.interests.length
  return {
    photos: {
      title: <Plural value={photos} one="Add another photo" other="Add # more photos" />,
      why: <Trans>People can send you a note about each of them.</Trans>,
    },
    dark: {
      title: <Trans>Try a brighter first photo</Trans>,
      why: <Trans>This one is dark. Try facing a window or a lamp.</Trans>,
    },
    small: {
      title: <Trans>Replace a small photo</Trans>,
      why: <Trans>One of yours is small, so it looks blurry. The original is usually larger.</Trans>,
    },
    descriptions: {
      title: <Trans>Describe your photos</Trans>,
      why: <Trans>People who can’t see them hear your description instead.</Trans>,
    },
    verification: {
      title: <Trans>Verify your photos</Trans>,
      why: <Trans>Your profile gets a badge that shows it’s really you.</Trans>,
    },
    bio: {
      title: <Trans>Write a few lines about yourself</Trans>,
      why: <Trans>They appear first on your card.</Trans>,
    },
    shortBio: {
      title: <Trans>Write a little more about yourself</Trans>,
      why: <Trans>One word is a start. A sentence is easier to answer.</Trans>,
    },
    prompts: {
      title: <Trans>Answer a prompt</Trans>,
      why: <Trans>It gives people something to write to you about.</Trans>,
    },
    shortPrompt: {
      title: <Trans>Say a little more in an answer</Trans>,
      why: <Trans>One word is a start. A sentence is easier to answer.</Trans>,
    },
    interests: {
      title: <Plural value={interests} one="Add another interest" other="Add # more interests" />,
      why: <Trans>People who share an interest see it marked on your profile.</Trans>,
    },
    intention: {
      title: <Trans>Say what you’re looking for</Trans>,
      why: <Trans>Some people only look for people who want the same thing.</Trans>,
    },
    basics: {
      title: <Trans>Fill in a few basics</Trans>,
      why: <Trans>Work, height or habits: each is easy to ask about.</Trans>,
    },
    voice: {
      title: <Trans>Record an answer</Trans>,
      why: <Trans>A voice says more than a line of text.</Trans>,
    },
  }
}

type Props = { user: OwnUser; onOpen: (sheet: SheetId) => void }

/** Names what would help the profile most. Renders nothing once there is no more to say. */
export function WhatHelps({ user, onOpen }: Props) {
  const { t } = useLingui()
  const words = useWords(user)
  const hasPhotoChecks = useIsOn('photoChecks')
  const { length: asked } = useAskedBasics(user.basics)
  const { isPutAway, putAway } = usePutAway()
  const isFirstDark = useIsDark(user.pictures[0])
  const except = hasPhotoChecks ? [] : (['verification'] as const)
  const advice = adviceFor({ ...user, asked }, { except, isFirstDark, isPutAway })
  if (advice.length === 0) return null
  return (
    <section
      className="grid rounded-lg bg-(--accent-soft) pt-4 pb-2 text-(--accent-soft-ink)"
      aria-labelledby="what-helps"
    >
      <h2 id="what-helps" className="px-4 text-body!">{t`What would help`}</h2>
      <ul>
        {advice.map((each) => (
          <Piece
            key={keyOf(each)}
            {...words[each.kind]}
            onOpen={() => onOpen(sheetOf[each.kind])}
            onPutAway={(howLong) => putAway(each, howLong)}
          />
        ))}
      </ul>
    </section>
  )
}

type PieceProps = {
  title: ReactNode
  why: ReactNode
  onOpen: () => void
  onPutAway: (howLong: Parameters<ReturnType<typeof usePutAway>['putAway']>[1]) => void
}

function Piece({ title, why, onOpen, onPutAway }: PieceProps) {
  const { t } = useLingui()
  return (
    <li className="flex items-center pe-2">
      <button
        type="button"
        className={
          'flex min-w-0 flex-1 items-center gap-3 rounded-md border-0 bg-transparent py-2 ps-4 pe-1 text-start ' +
          'text-inherit'
        }
        onClick={onOpen}
      >
        <span className="grid min-w-0 flex-1">
          <b className="font-medium">{title}</b>
          <span className="text-small">{why}</span>
        </span>
        <ChevronRight className="icon flex-none" />
      </button>
      <Menu
        label={t`Dismiss this tip`}
        trigger={
          <button
            type="button"
            aria-label={t`Dismiss this tip`}
            className="grid size-11 flex-none place-items-center rounded-full border-0 bg-transparent p-0 text-inherit"
          >
            <Ellipsis className="icon" />
          </button>
        }
        items={[
          { label: t`Remind me in a month`, onSelect: () => onPutAway('a while') },
          { label: t`Don’t suggest this again`, onSelect: () => onPutAway('for good') },
        ]}
      />
    </li>
  )
}
