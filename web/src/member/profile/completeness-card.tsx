import type { OwnUser } from '@kindred/contract/profiles/users'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { MANY_PHOTOS, missingIn, partId, parts, SOME_INTERESTS, type Part } from './completeness.ts'

/** Scrolls to a part and focuses its first field. */
function goTo(part: Part): void {
  const place = document.getElementById(partId(part))
  place?.scrollIntoView({ block: 'start' })
  place?.querySelector<HTMLElement>('button:not([disabled]), input:not([type=file]), textarea, select')?.focus()
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
  }
}

export function CompletenessCard({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const suggestions = useSuggestions(user)
  const missing = missingIn(user)
  const done = parts.length - missing.length
  return (
    <section className="card grid gap-4" aria-labelledby="completeness">
      <div className="grid gap-2">
        <h2 id="completeness" className="flex items-center gap-2">
          {missing.length === 0 && <Check className="text-positive" size={22} />}
          {missing.length === 0 ? t`Your profile says it all` : t`Make it easy to say hello`}
        </h2>
        <p className="text-small text-muted">{t`${done} of ${parts.length} done`}</p>
        <progress className="h-1.5 w-full" max={parts.length} value={done} aria-labelledby="completeness" />
      </div>
      {missing.length > 0 && (
        <ul className="-mx-3 grid">
          {missing.map((part) => (
            <li key={part}>
              <button
                type="button"
                className={
                  'flex min-h-11 w-full items-center gap-3 rounded-md border-0 bg-transparent px-3 py-2 text-start ' +
                  'hover:bg-sunken'
                }
                onClick={() => goTo(part)}
              >
                <span className="grid min-w-0 flex-1">
                  <b className="font-medium">{suggestions[part].title}</b>
                  <span className="text-small text-muted">{suggestions[part].why}</span>
                </span>
                <ChevronRight className="icon flex-none text-muted" size={20} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
