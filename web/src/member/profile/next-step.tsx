import type { OwnUser } from '@kindred/contract/profiles/users'
import { Plural, Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { MANY_PHOTOS, nextPart, SOME_INTERESTS, type Part } from './completeness.ts'
import type { SheetId } from './rows.tsx'

const sheetOf: Record<Part, SheetId> = {
  photos: 'photos',
  descriptions: 'photos',
  verification: 'verification',
  bio: 'bio',
  prompts: 'prompts',
  interests: 'interests',
  intention: 'basics',
  basics: 'basics',
  voice: 'voice',
}

function useSuggestions(user: OwnUser): Record<Part, { title: ReactNode; why: ReactNode }> {
  const photos = MANY_PHOTOS - user.pictures.length
  const interests = SOME_INTERESTS - user.interests.length
  return {
    photos: {
      title: <Plural value={photos} one="Add another photo" other="Add # more photos" />,
      why: <Trans>People can like each photo and send a note about it.</Trans>,
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
    prompts: {
      title: <Trans>Answer a prompt</Trans>,
      why: <Trans>People can like your answer, and your matches can start with it.</Trans>,
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

/** Names the one thing that helps the profile most. Renders nothing once all is filled in. */
export function NextStep({ user, onOpen }: Props) {
  const suggestions = useSuggestions(user)
  const part = nextPart(user)
  if (!part) return null
  return (
    <button
      type="button"
      className={
        'flex w-full items-center gap-3 rounded-lg border-0 bg-(--accent-soft) p-4 text-start text-(--accent-soft-ink)'
      }
      onClick={() => onOpen(sheetOf[part])}
    >
      <span className="grid min-w-0 flex-1">
        <b className="font-medium">{suggestions[part].title}</b>
        <span className="text-small">{suggestions[part].why}</span>
      </span>
      <ChevronRight className="icon flex-none" />
    </button>
  )
}
